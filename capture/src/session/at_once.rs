//! Several requests under way at a time.

use std::io::Write;

use mcpward_schemas::snapshot::{Asked, Era, Outcome, RequestId};

use super::request::{DOES_NOT_READ, not_open};
use super::rounds::asks_back;
use super::talk::{InFlight, Talk};
use super::{Ended, Ending, Session};

impl<W: Write> Session<'_, W> {
    /// Several requests at once: sent one after the other without waiting, then all answers are awaited. The outcome is done
    /// where each has its answer or its end.
    pub(super) async fn ask_all(&mut self, requests: &[Asked]) -> Result<Ended, Ending> {
        if !self.begin_step() {
            return Ok(not_open());
        }
        let (deadline, name) = self.deadline();
        for request in requests {
            if !self.ask(&request.call, RequestId::Integer)? {
                return Ok(Ended {
                    unanswered: self.unanswered(requests.len()),
                    ..Ended::failed(DOES_NOT_READ)
                });
            }
        }
        let ended = loop {
            let Some(talk) = self.talk.as_ref() else {
                return Ok(not_open());
            };
            if talk.in_flight.iter().all(|asked| is_over(talk, asked)) {
                break Ended::new(Outcome::Done);
            }
            if let Some(ended) = self.await_more(deadline, name).await? {
                break ended;
            }
        };
        let unanswered = self.unanswered(requests.len());
        if ended.outcome == Outcome::TimedOut {
            for &place in &unanswered {
                self.cancel(place, "no answer in time")?;
                self.abandon(place);
            }
        }
        Ok(Ended { unanswered, ..ended })
    }

    /// Places of the requests that have no final answer; those that were not sent have none.
    fn unanswered(&self, n: usize) -> Vec<usize> {
        let talk = self.talk.as_ref();
        let asked = |place: usize| talk.and_then(|talk| talk.in_flight.get(place));
        let is_answered = |place: &usize| {
            talk.zip(asked(*place))
                .is_some_and(|(talk, asked)| is_final(talk, asked))
        };
        (0..n).filter(|place| !is_answered(place)).collect()
    }
}

/// Where answers come on a stream of their own, the end of the exchange says nothing.
fn is_over(talk: &Talk, asked: &InFlight) -> bool {
    let is_ended = match &asked.ended {
        None => false,
        Some(None) => !talk.connection.answers_elsewhere(),
        Some(Some(_)) => true,
    };
    asked.answer.is_some() || is_ended
}

/// An answer that asks back is not the last one: its rounds are for a request by itself.
fn is_final(talk: &Talk, asked: &InFlight) -> bool {
    let answer = asked.answer.as_ref().or(asked.foreign.as_ref());
    answer.is_some_and(|answer| !(matches!(talk.era, Era::Modern { .. }) && asks_back(&answer.text)))
}
