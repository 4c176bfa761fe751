//! Takes what comes in: keeps it, tells whose answer it is, and answers what the server asks.

use std::io::Write;

use mcpward_schemas::snapshot::{Dir, EventKind, Http};
use tokio::time::Instant;

use super::talk::Answer;
use super::{Ending, NOTIFICATIONS_MAX, Session, outgoing, respond};
use crate::bounded::Collected;
use crate::envelope::{Message, messages};
use crate::record::Kept;
use crate::transport::{Incoming, Outgoing, Received};

/// Statuses that say nothing of the protocol, whatever the body says (RFC 9110, RFC 6585).
pub(super) const UNAUTHORIZED: u16 = 401;
const TOO_MANY_REQUESTS: u16 = 429;
/// Only from here on must the id fit for a body to count as the answer: a gateway's error page may be JSON as well.
const SERVER_ERROR: u16 = 500;
const FORBIDDEN: u16 = 403;

impl<W: Write> Session<'_, W> {
    pub(super) fn take(&mut self, incoming: Incoming) -> Result<(), Ending> {
        let Some(talk) = self.talk.as_mut() else { return Ok(()) };
        match incoming {
            Incoming::Frame(received) if received.dir == Dir::In => self.take_frame(received)?,
            Incoming::Frame(received) => {
                let (conn, is_err) = (talk.conn, received.dir == Dir::Err);
                let kept = self.recorder.frame(conn, received, is_err)?;
                if let Some(text) = kept.text.filter(|_| is_err) {
                    talk.stderr.push(&text);
                }
            }
            Incoming::Flushed => {}
            Incoming::Ended { exchange, failure } => {
                if let Some(failure) = failure.as_ref().filter(|failure| failure.is_outage) {
                    self.story.outage(&failure.reason);
                }
                match (talk.in_exchange(exchange), failure) {
                    (Some(asked), failure) => asked.ended = Some(failure),
                    (None, Some(failure)) => talk.stream_failure = Some(failure.reason),
                    (None, None) => {}
                }
            }
            Incoming::Eof => talk.is_closed = true,
            Incoming::Event(kind) => {
                if let EventKind::Exited { code, signal } = kind {
                    talk.exit = Some((code, signal));
                }
                self.recorder.event(talk.conn, kind)?;
            }
            Incoming::Gone => {
                talk.is_closed = true;
                talk.is_gone = true;
            }
        }
        Ok(())
    }

    fn take_frame(&mut self, received: Received) -> Result<(), Ending> {
        let Some(talk) = self.talk.as_mut() else { return Ok(()) };
        talk.last_message_at = Instant::now();
        let messages = match &received.text.cut {
            None => messages(&received.text.bytes),
            // Whose answer a message is that was cut is known by its beginning, or because only one is awaited.
            Some(_) => vec![Message::Answer {
                id: received.text.cut_id.clone().or_else(|| only_asked(talk)),
                is_error: false,
            }],
        };
        let status = received.http.as_ref().and_then(|http| http.status);
        let exchange = received.http.as_ref().map(|http| http.exchange);
        let wants_text = messages
            .iter()
            .any(|message| matches!(message, Message::Answer { .. } | Message::Request { .. }));
        let kept = self.recorder.frame(talk.conn, received, wants_text)?;
        if let (Some(exchange), Some(status)) = (exchange, status)
            && let Some(asked) = talk.in_exchange(exchange)
        {
            asked.status = Some(status);
        }
        if let (Some(token), Some(200..=299)) = (&mut self.token, status) {
            token.is_proven = true;
        }
        for message in messages {
            match message {
                Message::Answer { id, is_error } => self.take_answer(id.as_deref(), is_error, &kept, status, exchange),
                Message::Request { id, method } => self.respond(&id, &method, kept.text.as_deref().unwrap_or(""))?,
                Message::Notification { method } => {
                    if self.notifications.len() < NOTIFICATIONS_MAX {
                        self.notifications.push(method);
                    }
                }
                Message::Noise => {}
            }
        }
        Ok(())
    }

    fn take_answer(
        &mut self,
        id: Option<&str>,
        is_error: bool,
        kept: &Kept,
        status: Option<u16>,
        exchange: Option<u32>,
    ) {
        let Some(talk) = self.talk.as_mut() else { return };
        let Some(text) = kept.text.clone() else { return };
        let answer = Answer {
            frame: kept.seq,
            text,
            is_error,
        };
        let status = status.unwrap_or(200);
        if matches!(status, UNAUTHORIZED | TOO_MANY_REQUESTS) {
            return;
        }
        if let Some(asked) = id.and_then(|id| talk.asked(id)) {
            if asked.answer.is_none() {
                asked.answer = Some(answer);
                talk.has_answered = true;
                self.story.answered(talk.conn, is_error, talk.opened_at.elapsed());
            }
            return;
        }
        if status < SERVER_ERROR
            && status != FORBIDDEN
            && let Some(asked) = exchange.and_then(|exchange| talk.in_exchange(exchange))
        {
            asked.foreign.get_or_insert(answer);
        }
    }

    fn respond(&mut self, id: &str, method: &str, text: &str) -> Result<(), Ending> {
        let answer = respond::answer(method, &respond::params_of(text), self.options);
        self.send(&outgoing::answer(id, &respond::member(&answer)))?;
        Ok(())
    }

    /// Sends a message and keeps it; `None` where too much waits already, else the number of its HTTP exchange, if any.
    pub(super) fn send(&mut self, outgoing: &Outgoing) -> Result<Option<Option<u32>>, Ending> {
        let Some(talk) = self.talk.as_mut() else {
            return Ok(None);
        };
        let Some(sent) = talk.connection.send(outgoing) else {
            return Ok(None);
        };
        let exchange = sent.http.as_ref().map(|http| http.exchange);
        self.keep_sent(outgoing.body.clone(), sent.http)?;
        Ok(Some(exchange))
    }

    /// Keeps what was sent.
    pub(super) fn keep_sent(&mut self, bytes: Vec<u8>, http: Option<Http>) -> Result<(), Ending> {
        let Some(talk) = self.talk.as_ref() else { return Ok(()) };
        let (cut, cut_id) = (None, None);
        let text = Collected { bytes, cut, cut_id };
        let frame = Received {
            http,
            ..Received::new(Dir::Out, text)
        };
        self.recorder.frame(talk.conn, frame, false)?;
        Ok(())
    }
}

fn only_asked(talk: &super::Talk) -> Option<String> {
    match talk.in_flight.as_slice() {
        [asked] if asked.answer.is_none() => asked.id.clone(),
        _ => None,
    }
}
