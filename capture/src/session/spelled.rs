//! HTTP requests that the plan spells: sent as they stand, and over with their response.

use std::io::Write;
use std::time::Duration;

use mcpward_schemas::snapshot::{Era, HttpBody, HttpRequest, Outcome, Place, RequestId};
use tokio::time::Instant;

use super::request::not_open;
use super::talk::InFlight;
use super::{Ended, Ending, Session, outgoing};
use crate::http::client::AUTHORIZATION;
use crate::transport::{Failure, Outgoing, OutgoingKind};

impl<W: Write> Session<'_, W> {
    /// One exchange, once more where its token has expired. Any response ends it, and its outcome is done where that holds no
    /// answer.
    pub(super) async fn exchange(&mut self, request: &HttpRequest) -> Result<Ended, Ending> {
        let ended = self.exchange_once(request).await?;
        let has_our_token = request.to == Place::Endpoint && !request.headers.contains_key(AUTHORIZATION);
        match has_our_token && self.renewed().await? {
            true => self.exchange_once(request).await,
            false => Ok(ended),
        }
    }

    async fn exchange_once(&mut self, request: &HttpRequest) -> Result<Ended, Ending> {
        if !self.begin_step() {
            return Ok(not_open());
        }
        let (deadline, name) = self.deadline();
        // What asks nothing has nothing to wait for but the head of a response.
        let head_ms = self.options.limits.head_ms;
        let head = Instant::now() + Duration::from_millis(head_ms);
        let until = match request.body {
            None => deadline.min(head),
            Some(_) => deadline,
        };
        let message = self.spelled(request);
        let Some(talk) = self.talk.as_mut() else {
            return Ok(not_open());
        };
        let http = match talk.connection.send_spelled(request, &message) {
            Ok(http) => http,
            Err(reason) => return Ok(not_sent(reason)),
        };
        let id = match &message.kind {
            OutgoingKind::Request { id, .. } => Some(id.clone()),
            _ => None,
        };
        talk.in_flight.push(InFlight::new(id, Some(http.exchange)));
        self.keep_sent(message.body, Some(http))?;
        loop {
            let asked = self.talk.as_ref().and_then(|talk| talk.in_flight.first());
            let Some(asked) = asked else { return Ok(not_open()) };
            match (&asked.ended, asked.answer.as_ref().or(asked.foreign.as_ref())) {
                (Some(_), Some(answer)) => return Ok(Ended::answered(answer)),
                (Some(Some(failure)), None) => return Ok(Ended::refused(failure)),
                (Some(None), None) => return Ok(Ended::new(Outcome::Done)),
                (None, _) => {}
            }
            if self.pump(Some(until)).await? {
                continue;
            }
            match until == deadline {
                true => self.tell_timed_out(name)?,
                false => self.tell_reached("head_ms", head_ms)?,
            }
            self.abandon(0);
            return Ok(Ended::new(Outcome::TimedOut));
        }
    }

    /// The body, with the headers that its era wants for it. A request without a body mirrors none.
    fn spelled(&mut self, request: &HttpRequest) -> Outgoing {
        let nothing = Outgoing {
            body: Vec::new(),
            kind: OutgoingKind::Raw,
            headers: Vec::new(),
        };
        let Some(talk) = self.talk.as_mut() else { return nothing };
        match &request.body {
            None => match &talk.era {
                Era::Modern { version } => Outgoing {
                    headers: vec![("mcp-protocol-version".to_owned(), version.clone())],
                    ..nothing
                },
                Era::Handshake { .. } => nothing,
            },
            Some(HttpBody::Request(call)) => {
                let id = talk.ids.next(RequestId::Integer);
                outgoing::request(call, &id, (&talk.era, &talk.client), self.options)
            }
            Some(HttpBody::Notification(call)) => outgoing::notification(call, &talk.era),
        }
    }
}

fn not_sent(reason: &str) -> Ended {
    Ended::refused(&Failure {
        reason: reason.to_owned(),
        is_outage: false,
        no_evidence: true,
    })
}
