//! A connection of the handshake era: `initialize`, then what the server declares, then a shutdown in good order.

use mcpward_schemas::snapshot::{Call, Era, Step};

use super::hello::Hello;
use super::probes;
use super::tasks::{self, Task};
use super::work::Work;
use super::{Answer, Greeting, Learned, Settings};
use crate::contract::probe;

/// The state of one connection.
#[derive(Debug)]
pub(super) struct Handshake {
    scenario: String,
    version: String,
    /// Whether the connection ends after the handshake.
    greets_only: bool,
    stage: Stage,
    work: Work,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Unopened,
    Opening,
    Greeting,
    Working,
    Closing,
}

impl Handshake {
    /// The connection that all lists come from.
    pub(super) fn main(scenario: &str, version: &str) -> Self {
        Self {
            scenario: scenario.to_owned(),
            version: version.to_owned(),
            greets_only: false,
            stage: Stage::Unopened,
            work: Work::new(tasks::ping()),
        }
    }

    /// A connection that only asks whether a version is served.
    pub(super) fn greeting(scenario: &str, version: &str) -> Self {
        Self {
            greets_only: true,
            ..Self::main(scenario, version)
        }
    }

    /// The next step; `None` where the connection is closed.
    pub(super) fn next(
        &mut self,
        last: Option<Answer<'_>>,
        settings: &Settings,
        learned: &mut Learned,
    ) -> Option<Step> {
        match self.stage {
            Stage::Unopened => {
                self.stage = Stage::Opening;
                Some(Step::Open {
                    scenario: self.scenario.clone(),
                    era: Era::Handshake {
                        version: self.version.clone(),
                    },
                })
            }
            // Without a connection there is nothing to close.
            Stage::Opening if !last.is_some_and(Answer::is_done) => None,
            Stage::Opening => {
                self.stage = Stage::Greeting;
                Some(tasks::request(probe::INITIALIZE, self.initialize(settings)))
            }
            Stage::Greeting => {
                self.greeted(last, settings, learned);
                self.stage = Stage::Working;
                Some(self.work(settings, learned))
            }
            Stage::Working => {
                if let Some(last) = last {
                    self.work.absorb(last, learned);
                }
                Some(self.work(settings, learned))
            }
            Stage::Closing => None,
        }
    }

    fn initialize(&self, settings: &Settings) -> Call {
        let mut params = settings.client.clone();
        params.insert("protocolVersion".to_owned(), self.version.clone().into());
        Call::with("initialize", params.into())
    }

    /// Reads the answer to `initialize` and plans the rest; nothing where the server did not agree.
    fn greeted(&mut self, last: Option<Answer<'_>>, settings: &Settings, learned: &mut Learned) {
        let hello = last.and_then(|last| last.answer).and_then(Hello::read);
        let Some(hello) = hello else {
            if !self.greets_only && last.is_some_and(Answer::tells_of_the_protocol) {
                learned.handshake = Greeting::Refused;
            }
            return;
        };
        self.work.declare(hello.lists());
        let initialized = Step::Notify {
            probe: probe::INITIALIZED.to_owned(),
            call: Call::new("notifications/initialized"),
        };
        self.work.add([Task::step(initialized)]);
        if self.greets_only {
            return;
        }
        self.work.add([
            Task::step(tasks::request(probe::PING, tasks::ping())),
            Task::Lists(1),
            Task::Lists(2),
        ]);
        if settings.errors && hello.declares("tools") {
            self.work.add([Task::UnknownTool]);
        }
        let version = hello.text("protocolVersion");
        if settings.compliance {
            let probes = probes::all(&version, &hello, self.work.declared());
            self.work.add(probes);
        }
        learned.handshake = Greeting::Agreed(version);
        if settings.wanted.is_any() {
            self.work.add([Task::Calls]);
        }
    }

    /// The next step of the work; closes the connection where none remains.
    fn work(&mut self, settings: &Settings, learned: &Learned) -> Step {
        self.work.next(settings, learned).unwrap_or_else(|| {
            self.stage = Stage::Closing;
            Step::Close
        })
    }
}
