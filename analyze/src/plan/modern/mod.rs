//! A connection of the era without handshake (2026-07-28): `server/discover`, then what the server declares.
//!
//! Whether the server speaks it is decided by what it answers to `server/discover`, never by one error code: a result that is
//! one, or an error that only this era has. Anything else, and silence, means that it does not (2026-07-28, Versioning,
//! Backward compatibility). The recorder adds `_meta` to each request.

mod probes;

use mcpward_schemas::snapshot::{ClientInfo, Era, Step};

use super::course::{Course, Turn};
use super::hello::{Hello, offered};
use super::mirrors::Mirrors;
use super::tasks::{self, Task};
use super::{Answer, Greeting, Learned, Settings};
use crate::contract::probe;
use crate::protocol::{self, TASKS_EXTENSION};

/// The state of one connection.
#[derive(Debug)]
pub(super) struct Modern {
    course: Course,
    version: String,
    /// Tasks after the discovery that take the place of everything else.
    only: Option<Vec<Task>>,
    /// Whether the server has offered this version in the place of another.
    is_offered: bool,
}

impl Modern {
    /// A connection that asks for everything.
    pub(super) fn main(scenario: &str, version: &str) -> Self {
        let version = version.to_owned();
        let era = Era::Modern {
            version: version.clone(),
        };
        Self {
            course: Course::new(scenario, era, tasks::discover()),
            version,
            only: None,
            is_offered: false,
        }
    }

    /// The same with the version that the server offers in the place of one that it refused.
    pub(super) fn offered(scenario: &str, version: &str) -> Self {
        Self {
            is_offered: true,
            ..Self::main(scenario, version)
        }
    }

    /// A connection that only asks whether a version is served.
    pub(super) fn discovery(scenario: &str, version: &str) -> Self {
        Self::probing(scenario, version, Vec::new())
    }

    /// A connection on which the lists are asked for as another client.
    pub(super) fn comparing(scenario: &str, version: &str, client: ClientInfo) -> Self {
        let mut connection = Self::listing(scenario, version);
        connection.course.client = Some(client);
        connection
    }

    /// A connection on which another account asks for the lists.
    pub(super) fn of_other_account(scenario: &str, version: &str) -> Self {
        let mut connection = Self::listing(scenario, version);
        connection.course.other_account = true;
        connection
    }

    fn listing(scenario: &str, version: &str) -> Self {
        Self {
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
        let step = self.due(last, settings, learned)?;
        if !settings.is_http {
            return Some(step);
        }
        let mirrors = learned.mirrors.get_or_insert_with(|| Mirrors::of(&learned.definitions));
        Some(mirrors.on(step))
    }

    fn due(&mut self, last: Option<Answer<'_>>, settings: &Settings, learned: &mut Learned) -> Option<Step> {
        match self.course.next(last, settings, learned) {
            Turn::Step(step) => Some(*step),
            // A second `server/discover` behind it would bind some servers to this era for good; a ping is answered by
            // servers of either era, be it with an error.
            Turn::Introduce => Some(tasks::guarded(probe::DISCOVER, tasks::discover(), &tasks::ping())),
            Turn::Introduced => {
                let answer = last.and_then(|last| last.answer);
                let hello = answer.and_then(Hello::read);
                if let Some(hello) = hello.filter(|hello| hello.is_discovery(&self.version)) {
                    self.discovered(&hello, settings, learned);
                } else if self.only.is_none() && !self.is_offered {
                    let version = answer.and_then(|answer| offered(answer, &self.version, &protocol::MODERN));
                    learned.offered = version.map(|version| Era::Modern {
                        version: version.to_owned(),
                    });
                }
                Some(self.course.work(settings, learned))
            }
            Turn::End => None,
        }
    }

    /// Plans what the server's introduction allows. Tools are called in one era only: the one with handshake, where there is one. Tasks of
    /// the extension begin in this one only.
    fn discovered(&mut self, hello: &Hello, settings: &Settings, learned: &mut Learned) {
        learned.serves_modern = true;
        self.course.work.declare(hello.lists());
        if let Some(tasks) = self.only.take() {
            return self.course.work.add(tasks);
        }
        self.course.work.add([Task::Lists(1), Task::Lists(2)]);
        let is_only_era = !matches!(learned.handshake, Greeting::Agreed(_));
        if settings.reads_pages && is_only_era && hello.declares("resources") {
            self.course.work.add([Task::Pages]);
        }
        if is_only_era {
            self.course.work.add([Task::Resources]);
        }
        if settings.errors && hello.declares("tools") {
            self.course.work.add([Task::UnknownTool]);
        }
        if settings.compliance {
            let probes = probes::all(hello, self.course.work.declared(), &settings.wanted);
            self.course.work.add(probes);
        }
        if settings.wanted.is_any() && is_only_era {
            self.course.work.add([Task::Calls]);
        }
        if settings.compliance && hello.has_extension(TASKS_EXTENSION) {
            self.course.work.add([Task::Extension]);
        }
        self.course.work.add([Task::ToolsAfter]);
    }
}
