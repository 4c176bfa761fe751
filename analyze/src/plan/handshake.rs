//! A connection of the handshake era: `initialize`, then what the server declares, then a shutdown in good order.

use mcpward_schemas::snapshot::{Call, ClientInfo, Era, Step};

use super::course::{Course, Turn};
use super::hello::{Hello, offered};
use super::probes;
use super::tasks::{self, Task};
use super::{Answer, Greeting, Learned, Settings};
use crate::contract::probe;
use crate::protocol;

/// The state of one connection.
#[derive(Debug)]
pub(super) struct Handshake {
    course: Course,
    version: String,
    purpose: Purpose,
    /// Whether the server has offered this version in the place of another.
    is_offered: bool,
}

/// What a connection is for.
#[derive(Debug)]
enum Purpose {
    /// All lists, probes and calls.
    Everything,
    /// Only to learn whether a version is served.
    Greeting,
    /// These steps after the handshake.
    After(Vec<Step>),
    /// These steps after the handshake, where the server agreed on the version that was asked for.
    Agreed(Vec<Step>),
    /// These steps in the place of everything else, the end of the handshake included.
    Spelled(Vec<Step>),
    /// Only the lists, as another client.
    Lists,
    /// This request in the place of the handshake, with `initialize` behind it.
    Before(&'static str, Call),
}

impl Handshake {
    /// The connection that all lists come from.
    pub(super) fn main(scenario: &str, version: &str) -> Self {
        let version = version.to_owned();
        let era = Era::Handshake {
            version: version.clone(),
        };
        Self {
            course: Course::new(scenario, era, tasks::ping()),
            version,
            purpose: Purpose::Everything,
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
    pub(super) fn greeting(scenario: &str, version: &str) -> Self {
        Self {
            purpose: Purpose::Greeting,
            ..Self::main(scenario, version)
        }
    }

    /// A connection on which the lists are asked for as another client.
    pub(super) fn comparing(scenario: &str, version: &str, client: ClientInfo) -> Self {
        let mut connection = Self {
            purpose: Purpose::Lists,
            ..Self::main(scenario, version)
        };
        connection.course.client = Some(client);
        connection
    }

    /// A throw-away connection for these steps.
    pub(super) fn probing(scenario: &str, version: &str, steps: Vec<Step>) -> Self {
        Self {
            purpose: Purpose::After(steps),
            ..Self::main(scenario, version)
        }
    }

    /// A throw-away connection for steps that one version has.
    pub(super) fn agreed(scenario: &str, version: &str, steps: Vec<Step>) -> Self {
        Self {
            purpose: Purpose::Agreed(steps),
            ..Self::main(scenario, version)
        }
    }

    /// A connection for HTTP requests that the plan spells, the end of the handshake included.
    pub(super) fn spelling(scenario: &str, version: &str, steps: Vec<Step>) -> Self {
        Self {
            purpose: Purpose::Spelled(steps),
            ..Self::main(scenario, version)
        }
    }

    /// A throw-away connection that begins with a request instead of `initialize`, which stands behind it.
    pub(super) fn early(probe: &'static str, version: &str, call: Call) -> Self {
        Self {
            purpose: Purpose::Before(probe, call),
            ..Self::main(&probe::malformed(probe), version)
        }
    }

    /// The next step; `None` where the connection is closed.
    pub(super) fn next(
        &mut self,
        last: Option<Answer<'_>>,
        settings: &Settings,
        learned: &mut Learned,
    ) -> Option<Step> {
        match self.course.next(last, settings, learned) {
            Turn::Step(step) => Some(*step),
            Turn::Introduce => {
                let initialize = self.initialize(settings);
                Some(match &self.purpose {
                    Purpose::Before(probe, call) => {
                        self.course.skip_introduction();
                        tasks::guarded(probe, call.clone(), &initialize)
                    }
                    _ => tasks::request(probe::INITIALIZE, initialize),
                })
            }
            Turn::Introduced => {
                self.greeted(last, settings, learned);
                Some(self.course.work(settings, learned))
            }
            Turn::End => None,
        }
    }

    fn initialize(&self, settings: &Settings) -> Call {
        let mut params = settings.client.clone();
        if let Some(ClientInfo { name, version }) = &self.course.client {
            params.insert(
                "clientInfo".to_owned(),
                serde_json::json!({ "name": name, "version": version }),
            );
        }
        params.insert("protocolVersion".to_owned(), self.version.clone().into());
        Call::with("initialize", params.into())
    }

    /// Reads the answer to `initialize` and plans the rest; nothing where the server did not agree.
    fn greeted(&mut self, last: Option<Answer<'_>>, settings: &Settings, learned: &mut Learned) {
        let hello = last.and_then(|last| last.answer).and_then(Hello::read);
        let Some(hello) = hello else {
            if matches!(self.purpose, Purpose::Everything) && last.is_some_and(Answer::tells_of_the_protocol) {
                learned.handshake = Greeting::Refused;
                let answer = last.and_then(|last| last.answer).filter(|_| !self.is_offered);
                let version = answer.and_then(|answer| offered(answer, &self.version, &protocol::HANDSHAKE));
                learned.offered = version.map(|version| Era::Handshake {
                    version: version.to_owned(),
                });
            }
            return;
        };
        if let Purpose::Spelled(steps) = &mut self.purpose {
            return self.course.work.add(steps.drain(..).map(Task::step));
        }
        self.course.work.declare(hello.lists());
        let initialized = Step::Notify {
            probe: probe::INITIALIZED.to_owned(),
            call: Call::new("notifications/initialized"),
        };
        self.course.work.add([Task::step(initialized)]);
        let version = hello.text("protocolVersion");
        match &mut self.purpose {
            Purpose::Everything => {}
            Purpose::Agreed(steps) if version == self.version => {
                return self.course.work.add(steps.drain(..).map(Task::step));
            }
            Purpose::Greeting | Purpose::Before(..) | Purpose::Spelled(_) | Purpose::Agreed(_) => return,
            Purpose::Lists => return self.course.work.add([Task::Lists(1)]),
            Purpose::After(steps) => return self.course.work.add(steps.drain(..).map(Task::step)),
        }
        self.course.work.add([
            Task::step(tasks::request(probe::PING, tasks::ping())),
            Task::Lists(1),
            Task::Lists(2),
        ]);
        if settings.reads_pages && hello.declares("resources") {
            self.course.work.add([Task::Pages]);
        }
        self.course.work.add([Task::Resources]);
        if settings.errors && hello.declares("tools") {
            self.course.work.add([Task::UnknownTool]);
        }
        if settings.compliance {
            let probes = probes::all(&version, &hello, self.course.work.declared(), &settings.wanted);
            self.course.work.add(probes);
        }
        learned.handshake = Greeting::Agreed(version);
        learned.runs_tasks = hello.runs_tools_as_tasks();
        if settings.wanted.is_any() {
            self.course.work.add([Task::Calls]);
        }
        let is_quiet = settings.compliance && hello.has_logging();
        let quiet = is_quiet.then(|| probes::quiet(self.course.work.declared()));
        let [error, after, back] = match quiet {
            Some(steps) => steps.map(|step| Some(Task::step(step))),
            None => [None, None, None],
        };
        let last = [error, after, Some(Task::ToolsAfter), back];
        self.course.work.add(last.into_iter().flatten());
    }
}
