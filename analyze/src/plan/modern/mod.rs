//! A connection of the era without handshake (2026-07-28): `server/discover`, then what the server declares.
//!
//! Whether the server speaks it is decided by what it answers to `server/discover`, never by one error code: a result that is
//! one, or an error that only this era has. Anything else, and silence, means that it does not (2026-07-28, Versioning,
//! Backward compatibility). The recorder adds `_meta` to each request.

mod probes;

use mcpward_schemas::snapshot::{Call, ClientInfo, Era, Step};

use super::hello::Hello;
use super::tasks::{self, Task};
use super::work::Work;
use super::{Answer, Greeting, Learned, Settings};
use crate::contract::probe;

/// The state of one connection.
#[derive(Debug)]
pub(super) struct Modern {
    scenario: String,
    version: String,
    /// The client that we pass for; ourselves, where absent.
    client: Option<ClientInfo>,
    /// Tasks after the discovery that take the place of everything else.
    only: Option<Vec<Task>>,
    stage: Stage,
    work: Work,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Unopened,
    Opening,
    Discovering,
    Working,
    Closing,
}

impl Modern {
    /// A connection that asks for everything.
    pub(super) fn main(scenario: &str, version: &str) -> Self {
        Self {
            scenario: scenario.to_owned(),
            version: version.to_owned(),
            client: None,
            only: None,
            stage: Stage::Unopened,
            work: Work::new(probes::barrier()),
        }
    }

    /// A connection that only asks whether a version is served.
    pub(super) fn discovery(scenario: &str, version: &str) -> Self {
        Self::probing(scenario, version, Vec::new())
    }

    /// A connection on which the lists are asked for as another client.
    pub(super) fn comparing(scenario: &str, version: &str, client: ClientInfo) -> Self {
        Self {
            client: Some(client),
            only: Some(vec![Task::Lists(1)]),
            ..Self::main(scenario, version)
        }
    }

    /// A throw-away connection for these steps.
    pub(super) fn probing(scenario: &str, version: &str, steps: Vec<Step>) -> Self {
        Self {
            only: Some(steps.into_iter().map(Task::step).collect()),
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
                    era: Era::Modern {
                        version: self.version.clone(),
                    },
                    client: self.client.clone(),
                })
            }
            // Without a connection there is nothing to close.
            Stage::Opening if !last.is_some_and(Answer::is_done) => None,
            Stage::Opening => {
                self.stage = Stage::Discovering;
                // A second `server/discover` behind it would bind some servers to this era for good; a ping is answered by
                // servers of either era, be it with an error.
                Some(tasks::guarded(probe::DISCOVER, discover(), &tasks::ping()))
            }
            Stage::Discovering => {
                let answer = last.and_then(|last| last.answer);
                let hello = answer.and_then(Hello::read);
                if let Some(hello) = hello.filter(|hello| hello.is_discovery(&self.version)) {
                    self.discovered(&hello, settings, learned);
                }
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

    /// Plans what the server's introduction allows. Tools are called in one era only: the one with handshake, where there is one.
    fn discovered(&mut self, hello: &Hello, settings: &Settings, learned: &mut Learned) {
        learned.serves_modern = true;
        self.work.declare(hello.lists());
        if let Some(tasks) = self.only.take() {
            return self.work.add(tasks);
        }
        self.work.add([Task::Lists(1), Task::Lists(2)]);
        if settings.errors && hello.declares("tools") {
            self.work.add([Task::UnknownTool]);
        }
        if settings.compliance {
            let probes = probes::all(hello, self.work.declared());
            self.work.add(probes);
        }
        let is_only_era = !matches!(learned.handshake, Greeting::Agreed(_));
        if settings.wanted.is_any() && is_only_era {
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

fn discover() -> Call {
    Call::new("server/discover")
}
