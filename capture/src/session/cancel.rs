//! A request that is taken back while it is under way.

use std::io::Write;

use mcpward_schemas::snapshot::{Call, Outcome, RequestId};

use super::request::{DOES_NOT_READ, not_open};
use super::{Ended, Ending, Session};

impl<W: Write> Session<'_, W> {
    /// The request, its cancellation and the barrier, sent without waiting. The answer to the barrier ends the step, so that
    /// nothing waits for an answer that is not to come; one that comes later is recorded all the same.
    pub(super) async fn ask_and_cancel(&mut self, call: &Call, barrier: &Call) -> Result<Ended, Ending> {
        if !self.begin_step() {
            return Ok(not_open());
        }
        let (deadline, name) = self.deadline();
        if !self.ask(call, RequestId::Integer)? {
            return Ok(Ended::failed(DOES_NOT_READ));
        }
        self.cancel(0, "the answer is not needed")?;
        if !self.ask(barrier, RequestId::Integer)? {
            return Ok(Ended::failed(DOES_NOT_READ));
        }
        loop {
            let Some(talk) = self.talk.as_ref() else {
                return Ok(not_open());
            };
            let barrier = talk.in_flight.get(1);
            if barrier.is_none_or(|barrier| barrier.answer.is_some() || barrier.ended.is_some()) {
                let answer = talk.in_flight.first().and_then(|asked| asked.answer.as_ref());
                let ended = answer.map_or_else(|| Ended::new(Outcome::Silent), Ended::answered);
                self.abandon(0);
                return Ok(ended);
            }
            if let Some(ended) = self.await_more(deadline, name).await? {
                return Ok(ended);
            }
        }
    }
}
