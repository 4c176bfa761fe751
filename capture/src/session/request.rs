//! One request from its first byte to its answer, its silence, or its deadline.

use std::io::Write;
use std::time::Duration;

use mcpward_schemas::snapshot::{Call, Era, EventKind, Outcome, RequestId};
use serde_json::json;
use tokio::time::Instant;

use super::talk::{InFlight, Talk};
use super::{Ended, Ending, Session, outgoing};
use crate::transport::Outgoing;

/// Requests that are never canceled: the specification forbids it for the first, and the second may meet a server that
/// dies of a notification before its handshake.
const NEVER_CANCELED: &[&str] = &["initialize", DISCOVERY];
/// Whose answer decides on the era.
const DISCOVERY: &str = "server/discover";
/// A request that only ends by being canceled (2026-07-28, Subscriptions).
const ENDED_BY_CANCEL: &str = "subscriptions/listen";
pub(super) const DOES_NOT_READ: &str = "the server does not read: too much waits to be sent";

impl<W: Write> Session<'_, W> {
    /// One round of a request.
    pub(super) async fn ask_once(
        &mut self,
        call: &Call,
        id: RequestId,
        barrier: Option<&Call>,
    ) -> Result<Ended, Ending> {
        if !self.begin_step() {
            return Ok(not_open());
        }
        let (deadline, name) = self.deadline();
        if !self.ask(call, id)? {
            return Ok(Ended::failed(DOES_NOT_READ));
        }
        let mut barrier = barrier;
        let late = Duration::from_millis(self.options.limits.late_ms);
        let mut overtaken = None;
        loop {
            let Some(talk) = self.talk.as_ref() else {
                return Ok(not_open());
            };
            if let Some(ended) = ended(talk) {
                if ended.outcome == Outcome::Silent && is_overtaken(call, talk) {
                    let until = *overtaken.get_or_insert_with(|| deadline.min(Instant::now() + late));
                    if self.pump(Some(until)).await? {
                        continue;
                    }
                    self.tell_reached("late_ms", self.options.limits.late_ms)?;
                }
                if ended.outcome == Outcome::Silent {
                    if call.method == ENDED_BY_CANCEL {
                        self.cancel(0, "the probe has ended")?;
                    }
                    self.abandon(0);
                }
                return Ok(ended);
            }
            if talk.is_closed {
                return self.closed().await;
            }
            if let Some(barrier) = barrier.take_if(|_| is_time_for_barrier(call, talk)) {
                self.ask(barrier, RequestId::Integer)?;
                continue;
            }
            if !self.pump(Some(deadline)).await? {
                return self.timed_out(call, name).await;
            }
        }
    }

    /// Waits until something more came; how the step ends, where nothing can or did until the deadline.
    pub(super) async fn await_more(&mut self, deadline: Instant, name: &'static str) -> Result<Option<Ended>, Ending> {
        if self.talk.as_ref().is_some_and(|talk| talk.is_closed) {
            return self.closed().await.map(Some);
        }
        if self.pump(Some(deadline)).await? {
            return Ok(None);
        }
        self.tell_timed_out(name)?;
        Ok(Some(Ended::new(Outcome::TimedOut)))
    }

    /// Sends a notification and waits until it is out, over HTTP until it was taken; once more where its token has expired.
    pub(super) async fn notify(&mut self, call: &Call) -> Result<Ended, Ending> {
        let ended = self.notify_once(call).await?;
        if self.renewed().await? {
            return self.notify_once(call).await;
        }
        self.tell_refused();
        Ok(ended)
    }

    async fn notify_once(&mut self, call: &Call) -> Result<Ended, Ending> {
        if !self.begin_step() {
            return Ok(not_open());
        }
        let (deadline, name) = self.deadline();
        if !self.tell(call)? {
            return Ok(Ended::failed(DOES_NOT_READ));
        }
        loop {
            let Some(talk) = self.talk.as_ref() else {
                return Ok(not_open());
            };
            let asked = talk.in_flight.first();
            if let Some(failure) = asked.and_then(InFlight::failure) {
                return Ok(Ended::refused(failure));
            }
            let is_taken = asked.is_none_or(|asked| asked.exchange.is_none() || asked.ended.is_some());
            if talk.connection.is_flushed() && is_taken {
                return Ok(Ended::new(Outcome::Done));
            }
            if let Some(ended) = self.await_more(deadline, name).await? {
                return Ok(ended);
            }
        }
    }

    /// Forgets what the step before left unanswered; `false` where no connection is open.
    pub(super) fn begin_step(&mut self) -> bool {
        self.talk.as_mut().is_some_and(|talk| {
            talk.in_flight.clear();
            !talk.is_gone
        })
    }

    /// Until the first answer of a connection the deadline counts from its start; after that, from the request.
    pub(super) fn deadline(&self) -> (Instant, &'static str) {
        let now = Instant::now();
        let call = (now + Duration::from_millis(self.options.timeouts.call_ms), "call");
        match &self.talk {
            Some(talk) if !talk.has_answered && talk.connect_until > now => (talk.connect_until, "connect"),
            _ => call,
        }
    }

    /// Sends a request; `false` where too much waits to be sent.
    pub(super) fn ask(&mut self, call: &Call, id: RequestId) -> Result<bool, Ending> {
        let mut call = call.clone();
        if let Some(params) = &mut call.params {
            self.recorder.redactor.unmask(params);
        }
        let Some(talk) = self.talk.as_mut() else {
            return Ok(false);
        };
        let id = talk.ids.next(id);
        let outgoing = outgoing::request(&call, &id, (&talk.era, &talk.client), self.options);
        self.await_answer(&outgoing, Some(id))
    }

    fn tell(&mut self, call: &Call) -> Result<bool, Ending> {
        let mut call = call.clone();
        if let Some(params) = &mut call.params {
            self.recorder.redactor.unmask(params);
        }
        let Some(talk) = self.talk.as_ref() else {
            return Ok(false);
        };
        let outgoing = outgoing::notification(&call, &talk.era);
        self.await_answer(&outgoing, None)
    }

    fn await_answer(&mut self, outgoing: &Outgoing, id: Option<String>) -> Result<bool, Ending> {
        let Some(exchange) = self.send(outgoing)? else {
            return Ok(false);
        };
        if let Some(talk) = self.talk.as_mut() {
            talk.in_flight.push(InFlight::new(id, exchange));
        }
        Ok(true)
    }

    /// The deadline passed. Whether the answer comes late is recorded as well.
    async fn timed_out(&mut self, call: &Call, deadline: &'static str) -> Result<Ended, Ending> {
        let answered = self
            .talk
            .as_ref()
            .and_then(|talk| talk.in_flight.first()?.answer.clone());
        if let Some(answer) = answered {
            // Only the barrier is late.
            return Ok(Ended::answered(&answer));
        }
        self.tell_timed_out(deadline)?;
        if NEVER_CANCELED.contains(&call.method.as_str()) {
            self.abandon(0);
            return Ok(Ended::new(Outcome::TimedOut));
        }
        self.cancel(0, "no answer in time")?;
        let until = Instant::now() + Duration::from_millis(self.options.limits.late_ms);
        loop {
            let is_over = self
                .talk
                .as_ref()
                .is_none_or(|talk| talk.is_closed || talk.in_flight.first().is_none_or(|asked| asked.answer.is_some()));
            let is_overdue = !is_over && !self.pump(Some(until)).await?;
            if is_overdue {
                self.tell_reached("late_ms", self.options.limits.late_ms)?;
            }
            if is_over || is_overdue {
                self.abandon(0);
                return Ok(Ended::new(Outcome::TimedOut));
            }
        }
    }

    pub(super) fn tell_timed_out(&mut self, deadline: &'static str) -> Result<(), Ending> {
        let Some(talk) = &self.talk else { return Ok(()) };
        let after_ms = match deadline {
            "connect" => talk.connect_ms(),
            _ => self.options.timeouts.call_ms,
        };
        let deadline = deadline.to_owned();
        Ok(self
            .recorder
            .event(talk.conn, EventKind::TimedOut { deadline, after_ms })?)
    }

    /// A bound was reached on the open connection.
    pub(super) fn tell_reached(&mut self, limit: &str, value: u64) -> Result<(), Ending> {
        let Some(talk) = &self.talk else { return Ok(()) };
        let limit = limit.to_owned();
        Ok(self
            .recorder
            .event(talk.conn, EventKind::LimitReached { limit, value })?)
    }

    /// Takes back the request at that place of the step.
    pub(super) fn cancel(&mut self, place: usize, reason: &str) -> Result<(), Ending> {
        let Some(talk) = self.talk.as_mut() else { return Ok(()) };
        let Some(asked) = talk.in_flight.get(place) else {
            return Ok(());
        };
        // Over HTTP the modern era cancels by closing the stream (2026-07-28, Cancellation).
        if let (Some(exchange), Era::Modern { .. }) = (asked.exchange, &talk.era) {
            talk.connection.abandon(exchange);
            return Ok(());
        }
        let Some(id) = asked
            .id
            .as_deref()
            .and_then(|id| serde_json::from_str::<serde_json::Value>(id).ok())
        else {
            return Ok(());
        };
        let call = Call::with("notifications/cancelled", json!({ "requestId": id, "reason": reason }));
        let outgoing = outgoing::notification(&call, &talk.era);
        self.send(&outgoing)?;
        Ok(())
    }

    /// Closes the HTTP response that nobody waits for any more.
    pub(super) fn abandon(&mut self, place: usize) {
        let Some(talk) = self.talk.as_mut() else { return };
        if let Some(exchange) = talk.in_flight.get(place).and_then(|asked| asked.exchange) {
            talk.connection.abandon(exchange);
        }
    }

    /// The server closed the connection. How its process ended and what it last said follow within moments.
    pub(super) async fn closed(&mut self) -> Result<Ended, Ending> {
        let until = Instant::now() + Duration::from_millis(self.options.limits.eof_ms);
        while self.talk.as_ref().is_some_and(|talk| !talk.is_gone) {
            if !self.pump(Some(until)).await? {
                self.tell_reached("eof_ms", self.options.limits.eof_ms)?;
                break;
            }
        }
        Ok(Ended::new(Outcome::Closed))
    }
}

pub(super) fn not_open() -> Ended {
    Ended::failed("no connection is open")
}

/// A barrier is sent right after the request. Over HTTP, where a later request may well be answered first, it is sent once
/// the response to the request has ended without an answer: an open stream may still bring it. A subscription is such a stream
/// by nature; once it has brought something, it stands.
fn is_time_for_barrier(call: &Call, talk: &Talk) -> bool {
    talk.in_flight.first().is_some_and(|asked| {
        let stands = call.method == ENDED_BY_CANCEL && asked.status.is_some();
        asked.exchange.is_none() || asked.ended.is_some() || stands
    })
}

/// Whether the barrier was answered before a discovery. A server that refuses a ping at once may still be reading the request
/// before it, and all that follows depends on this answer.
fn is_overtaken(call: &Call, talk: &Talk) -> bool {
    call.method == DISCOVERY
        && !talk.is_closed
        && talk.in_flight.first().is_some_and(|asked| {
            let is_open = asked.ended.is_none() || talk.connection.answers_elsewhere();
            asked.answer.is_none() && asked.foreign.is_none() && is_open
        })
}

/// How the request ended; `None` while that is open.
fn ended(talk: &Talk) -> Option<Ended> {
    let asked = talk.in_flight.first()?;
    let barrier = talk.in_flight.get(1);
    let is_barrier_over = |barrier: &InFlight| barrier.answer.is_some() || barrier.ended.is_some();
    if let Some(answer) = &asked.answer {
        let is_over = talk.is_closed || barrier.is_none_or(is_barrier_over);
        return is_over.then(|| Ended::answered(answer));
    }
    match (&asked.ended, &asked.foreign) {
        (Some(_), Some(answer)) => return Some(Ended::answered(answer)),
        (Some(Some(failure)), None) => return Some(Ended::refused(failure)),
        (Some(None), None) if !talk.connection.answers_elsewhere() => return Some(Ended::new(Outcome::Silent)),
        _ => {}
    }
    barrier
        .is_some_and(is_barrier_over)
        .then(|| Ended::new(Outcome::Silent))
}
