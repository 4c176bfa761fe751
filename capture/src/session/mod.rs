//! Does what the steps of a plan ask, and records everything. It decides nothing but when a step is over.

mod at_once;
mod authorize;
mod cancel;
mod close;
mod intake;
mod open;
mod outgoing;
mod raw;
mod recover;
mod request;
mod respond;
mod rounds;
mod spelled;
mod story;
mod talk;

use std::io::Write;
use std::time::Duration;

use mcpward_schemas::snapshot::{EventKind, Outcome, SnapshotError, Step, Written};
use tokio::time::{Instant, sleep_until};

use crate::options::Options;
use crate::record::Recorder;
use crate::run::Progress;
use crate::sandbox::Confinement;
use crate::stop::{Signal, Stop};
use crate::transport::{Failure, Haste};
use authorize::Token;
use story::Story;
use talk::{Answer, Talk};

/// More notifications than this are not told to the plan in one step; all are in the snapshot.
const NOTIFICATIONS_MAX: usize = 10_000;

/// One capture under way.
pub(crate) struct Session<'a, W: Write> {
    options: &'a Options,
    recorder: Recorder<W>,
    stop: &'a Stop,
    run_until: Instant,
    n_conns: u32,
    talk: Option<Talk>,
    story: Story,
    /// Methods of notifications since the last step.
    notifications: Vec<String>,
    /// What the server is not to have, once it was found out what can be taken.
    confinement: Option<Confinement>,
    /// What every request carries, where it was got for this capture.
    token: Option<Token>,
}

/// Why a capture ends before its plan does.
#[derive(Debug)]
enum Ending {
    /// The snapshot can't be written.
    Write(SnapshotError),
    /// `run_ms` is over.
    Overtime,
    Signal(Signal),
    /// A bound on the whole capture was reached.
    Limit(&'static str),
}

impl From<SnapshotError> for Ending {
    fn from(error: SnapshotError) -> Self {
        Self::Write(error)
    }
}

/// What a finished session leaves.
pub(crate) struct Finished<W> {
    pub(crate) written: Written<W>,
    pub(crate) reason: Option<String>,
    pub(crate) interrupted: Option<Signal>,
}

/// How a step ended, and the answer.
struct Ended {
    outcome: Outcome,
    answer: Option<Answer>,
    /// Of several requests at once: places of those without a final answer.
    unanswered: Vec<usize>,
}

impl Ended {
    fn new(outcome: Outcome) -> Self {
        Self {
            outcome,
            answer: None,
            unanswered: Vec::new(),
        }
    }

    fn answered(answer: &Answer) -> Self {
        Self {
            answer: Some(answer.clone()),
            ..Self::new(Outcome::Answered { frame: answer.frame })
        }
    }

    fn failed(reason: &str) -> Self {
        Self::new(Outcome::Failed {
            reason: reason.to_owned(),
            no_evidence: false,
        })
    }

    fn refused(failure: &Failure) -> Self {
        Self::new(Outcome::Failed {
            reason: failure.reason.clone(),
            no_evidence: failure.no_evidence,
        })
    }
}

impl<'a, W: Write> Session<'a, W> {
    pub(crate) fn new(options: &'a Options, recorder: Recorder<W>, stop: &'a Stop) -> Self {
        Self {
            options,
            recorder,
            stop,
            run_until: Instant::now() + Duration::from_millis(options.timeouts.run_ms),
            n_conns: 0,
            talk: None,
            story: Story::default(),
            notifications: Vec::new(),
            confinement: None,
            token: None,
        }
    }

    /// Runs the plan to its end, or to the end that a person, a deadline or a bound puts to it.
    pub(crate) async fn run(
        mut self,
        planner: &mut dyn FnMut(Option<Progress<'_>>) -> Step,
    ) -> Result<Finished<W>, SnapshotError> {
        let ending = match self.follow(planner).await {
            Ok(()) => self.close(Haste::Orderly).await,
            Err(ending) => Err(ending),
        };
        let mut interrupted = None;
        if let Err(ending) = ending {
            let after = self.close(Haste::Forced).await;
            interrupted = match (&ending, &after) {
                (Ending::Signal(signal), _) | (_, Err(Ending::Signal(signal))) => Some(*signal),
                _ => None,
            };
            match (ending, after) {
                (Ending::Write(error), _) | (_, Err(Ending::Write(error))) => return Err(error),
                (ending, _) => self.story.ended(&ending, self.options),
            }
        }
        let reason = self.story.reason().map(|reason| self.recorder.redactor.text(&reason));
        let written = self.recorder.finish(reason.is_none(), reason.clone())?;
        Ok(Finished {
            written,
            reason,
            interrupted,
        })
    }

    async fn follow(&mut self, planner: &mut dyn FnMut(Option<Progress<'_>>) -> Step) -> Result<(), Ending> {
        let mut step = planner(None);
        loop {
            let conn = self.conn_of(&step);
            self.recorder
                .event(conn, EventKind::StepStarted { step: step.clone() })?;
            let done = match self.step(&step).await {
                Ok(ended) => Ok(ended),
                Err(Ending::Write(error)) => return Err(Ending::Write(error)),
                Err(ending) => {
                    let outcome = match ending {
                        Ending::Overtime => Outcome::TimedOut,
                        _ => Outcome::Closed,
                    };
                    Err((ending, outcome))
                }
            };
            let outcome = match &done {
                Ok(ended) => ended.outcome.clone(),
                Err((_, outcome)) => outcome.clone(),
            };
            self.recorder.event(
                conn,
                EventKind::StepEnded {
                    probe: name_of(&step).to_owned(),
                    outcome: outcome.clone(),
                },
            )?;
            let ended = match done {
                Err((ending, _)) => return Err(ending),
                Ok(ended) => ended,
            };
            if step == Step::Done {
                return Ok(());
            }
            self.story.step(&step, &outcome, self.talk.as_ref(), self.options);
            let notifications = std::mem::take(&mut self.notifications);
            step = planner(Some(Progress {
                step: &step,
                outcome: &outcome,
                answer: ended.answer.as_ref().map(|answer| answer.text.as_str()),
                unanswered: &ended.unanswered,
                notifications: &notifications,
            }));
        }
    }

    async fn step(&mut self, step: &Step) -> Result<Ended, Ending> {
        match step {
            Step::Open {
                era,
                client,
                other_account,
                ..
            } => self.open(era, client.as_ref(), *other_account).await,
            Step::Request { call, id, barrier, .. } => self.request(call, *id, barrier.as_ref()).await,
            Step::Requests { requests } => self.ask_all(requests).await,
            Step::Cancel { call, barrier, .. } => self.ask_and_cancel(call, barrier).await,
            Step::Notify { call, .. } => self.notify(call).await,
            Step::Raw { bytes, barrier, .. } => self.send_raw(bytes, barrier).await,
            Step::Http { request, .. } => self.exchange(request).await,
            Step::Settle { quiet_ms, max_ms } => self.settle(*quiet_ms, *max_ms).await,
            Step::Close => {
                self.close(Haste::Orderly).await?;
                Ok(Ended::new(Outcome::Done))
            }
            Step::Refuse { .. } | Step::Done => Ok(Ended::new(Outcome::Done)),
        }
    }

    /// The connection that a step belongs to: the one that it opens, or the newest.
    fn conn_of(&self, step: &Step) -> u32 {
        match step {
            Step::Open { .. } => self.n_conns,
            _ => self.n_conns.saturating_sub(1),
        }
    }

    /// Waits until the server has been quiet.
    async fn settle(&mut self, quiet_ms: u64, max_ms: u64) -> Result<Ended, Ending> {
        let end = Instant::now() + Duration::from_millis(max_ms);
        loop {
            let Some(talk) = self.talk.as_ref().filter(|talk| !talk.is_closed) else {
                return Ok(Ended::new(Outcome::Closed));
            };
            let quiet = talk.last_message_at + Duration::from_millis(quiet_ms);
            let until = quiet.min(end);
            if until <= Instant::now() {
                return Ok(Ended::new(Outcome::Done));
            }
            self.pump(Some(until)).await?;
        }
    }

    /// Takes what happens next; `false` where `until` came first.
    async fn pump(&mut self, until: Option<Instant>) -> Result<bool, Ending> {
        let Some(talk) = self.talk.as_mut() else {
            return Ok(false);
        };
        if talk.connection.is_flushed() {
            // The server has what it was sent, and works on it.
            self.recorder.write_waiting()?;
        }
        let deadline = until.map_or(self.run_until, |until| until.min(self.run_until));
        let incoming = tokio::select! {
            biased;
            signal = self.stop.wait() => return Err(Ending::Signal(signal)),
            () = sleep_until(deadline) => {
                if deadline < self.run_until {
                    return Ok(false);
                }
                let conn = talk.conn;
                let after_ms = self.options.timeouts.run_ms;
                self.recorder.event(conn, EventKind::TimedOut { deadline: "run".to_owned(), after_ms })?;
                return Err(Ending::Overtime);
            }
            incoming = talk.connection.next() => incoming,
        };
        self.take(incoming)?;
        match self.recorder.reached() {
            Some(limit) => Err(Ending::Limit(limit)),
            None => Ok(true),
        }
    }
}

/// The name under which the end of a step is recorded.
fn name_of(step: &Step) -> &str {
    match step {
        Step::Open { scenario, .. } => scenario,
        Step::Request { probe, .. }
        | Step::Cancel { probe, .. }
        | Step::Notify { probe, .. }
        | Step::Raw { probe, .. }
        | Step::Http { probe, .. } => probe,
        Step::Requests { .. } => "requests",
        Step::Settle { .. } => "settle",
        Step::Refuse { tool, .. } => tool,
        Step::Close => "close",
        Step::Done => "done",
    }
}
