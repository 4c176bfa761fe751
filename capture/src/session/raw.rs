//! What no client may send: bytes as the plan gives them, and how the server takes them.

use std::io::Write;

use mcpward_schemas::snapshot::{Call, Outcome, RawBytes, RequestId};

use super::talk::InFlight;
use super::{Ended, Ending, Session, outgoing};

impl<W: Write> Session<'_, W> {
    /// Sends the bytes, and the barrier behind them. What comes for the bytes has no id that we gave, so the outcome only says
    /// whether the server lived on: done where the barrier was answered.
    pub(super) async fn send_raw(&mut self, bytes: &RawBytes, barrier: &Call) -> Result<Ended, Ending> {
        let is_open = self.talk.as_mut().is_some_and(|talk| {
            talk.in_flight.clear();
            !talk.is_gone
        });
        if !is_open {
            return Ok(Ended::failed("no connection is open"));
        }
        let outgoing = outgoing::raw(bytes, self.talk.as_ref().map(|talk| &talk.era));
        let Some(exchange) = self.send(&outgoing)? else {
            return Ok(Ended::failed("the server does not read: too much waits to be sent"));
        };
        if exchange.is_some() {
            self.taken(exchange).await?;
        }
        let ended = self.ask_once(barrier, RequestId::Integer, None).await?;
        Ok(match ended.outcome {
            Outcome::Answered { .. } => Ended::new(Outcome::Done),
            other => Ended::new(other),
        })
    }

    /// Waits for the HTTP response to the bytes.
    async fn taken(&mut self, exchange: Option<u32>) -> Result<(), Ending> {
        let (deadline, _) = self.deadline();
        if let Some(talk) = self.talk.as_mut() {
            talk.in_flight.push(InFlight::new(None, exchange));
        }
        let is_open = |asked: &InFlight| asked.ended.is_none();
        while self
            .talk
            .as_ref()
            .is_some_and(|talk| !talk.is_closed && talk.in_flight.first().is_some_and(is_open))
        {
            if !self.pump(Some(deadline)).await? {
                break;
            }
        }
        Ok(())
    }
}
