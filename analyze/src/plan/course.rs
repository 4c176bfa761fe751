//! The course of one connection, whichever era is spoken on it: opened, introduced, worked on, closed.

use mcpward_schemas::snapshot::{Call, ClientInfo, Era, Step};

use super::work::Work;
use super::{Answer, Learned, Settings};

/// The state of one connection.
#[derive(Debug)]
pub(super) struct Course {
    scenario: String,
    era: Era,
    /// The client that we pass for; ourselves, where absent.
    pub(super) client: Option<ClientInfo>,
    /// Whether another account asks.
    pub(super) other_account: bool,
    stage: Stage,
    /// What is asked once the server is known.
    pub(super) work: Work,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Unopened,
    Opening,
    Introducing,
    Working,
    Closing,
}

/// What comes next.
pub(super) enum Turn {
    /// This step.
    Step(Box<Step>),
    /// The request with which the era begins.
    Introduce,
    /// The answer to it is there; the work that it allows.
    Introduced,
    /// The connection is closed.
    End,
}

impl Course {
    /// A connection that is still to be opened; the barrier is the request with a known answer behind each probe.
    pub(super) fn new(scenario: &str, era: Era, barrier: Call) -> Self {
        Self {
            scenario: scenario.to_owned(),
            era,
            client: None,
            other_account: false,
            stage: Stage::Unopened,
            work: Work::new(barrier),
        }
    }

    /// What comes after the step that ended.
    pub(super) fn next(&mut self, last: Option<Answer<'_>>, settings: &Settings, learned: &mut Learned) -> Turn {
        match self.stage {
            Stage::Unopened => {
                self.stage = Stage::Opening;
                Turn::Step(Box::new(Step::Open {
                    scenario: self.scenario.clone(),
                    era: self.era.clone(),
                    client: self.client.clone(),
                    other_account: self.other_account,
                }))
            }
            // Without a connection there is nothing to close.
            Stage::Opening if !last.is_some_and(Answer::is_done) => Turn::End,
            Stage::Opening => {
                self.stage = Stage::Introducing;
                Turn::Introduce
            }
            Stage::Introducing => {
                self.stage = Stage::Working;
                Turn::Introduced
            }
            Stage::Working => {
                if let Some(last) = last {
                    self.work.absorb(last, learned);
                }
                Turn::Step(Box::new(self.work(settings, learned)))
            }
            Stage::Closing => Turn::End,
        }
    }

    /// Does without the answer to the introduction.
    pub(super) fn skip_introduction(&mut self) {
        self.stage = Stage::Working;
    }

    /// The next step of the work; closes the connection where none remains.
    pub(super) fn work(&mut self, settings: &Settings, learned: &Learned) -> Step {
        self.work.next(settings, learned).unwrap_or_else(|| {
            self.stage = Stage::Closing;
            Step::Close
        })
    }
}
