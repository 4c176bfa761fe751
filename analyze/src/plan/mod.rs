//! What to ask a server next: a pure state machine that the recorder drives.
//!
//! A scenario is one connection; each kind has its file. The planner runs them one after the other and knows no clock and
//! no transport: it sees how the last step went and names the next.

mod batch;
mod bounds;
mod calls;
mod course;
mod handshake;
mod hello;
mod http;
mod malformed;
mod mirrors;
mod modern;
mod odd;
mod paging;
mod probes;
mod tasks;
mod work;

use std::collections::{BTreeSet, VecDeque};

use mcpward_json::Json;
use mcpward_schemas::config::{ClientName, Config, Switch, Transport};
use mcpward_schemas::snapshot::{ClientInfo, Era, Outcome, Step};

use self::bounds::Bounds;
use self::calls::Wanted;
pub use self::calls::{Planned, PlannedCall, Refusal, arguments_of, planned};
use self::handshake::Handshake;
use self::http::Tokens;
use self::mirrors::Mirrors;
use self::modern::Modern;
use self::odd::OddInputs;
pub(crate) use self::paging::response;
use crate::contract::{is_loopback, probe};
use crate::protocol;

/// How the last step went.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    /// The step.
    pub step: &'a Step,
    /// How it ended.
    pub outcome: &'a Outcome,
    /// The text of the frame that answered it.
    pub answer: Option<&'a str>,
    /// Places of the requests of a [`Step::Requests`] that got no answer, or one that asks back.
    pub unanswered: &'a [usize],
    /// Methods of the notifications that came since the step before.
    pub notifications: &'a [String],
}

impl Answer<'_> {
    /// Whether the step did what it was to do.
    fn is_done(self) -> bool {
        matches!(self.outcome, Outcome::Done | Outcome::Answered { .. })
    }

    /// Whether the end of a greeting says anything about the protocol. A deadline and an outage do not: a server that is not
    /// there speaks no era.
    fn tells_of_the_protocol(self) -> bool {
        match self.outcome {
            Outcome::TimedOut => false,
            Outcome::Failed { no_evidence, .. } => !no_evidence,
            Outcome::Answered { .. } | Outcome::Silent | Outcome::Closed | Outcome::Done => true,
        }
    }
}

/// Decides what to ask next. Give it the outcome of each step; it ends with [`Step::Done`], and repeats it when asked again.
#[derive(Debug)]
pub struct Planner {
    settings: Settings,
    /// Scenarios still to come.
    todo: VecDeque<Scenario>,
    /// The scenario whose connection is open.
    current: Option<Scenario>,
    learned: Learned,
    odd: OddInputs,
}

/// One connection, by the era spoken on it.
#[derive(Debug)]
enum Scenario {
    Handshake(Box<Handshake>),
    Modern(Box<Modern>),
}

/// What the configuration says about asking.
#[derive(Debug, Clone)]
struct Settings {
    /// Parameters of `initialize` but for the version.
    client: serde_json::Map<String, serde_json::Value>,
    /// Whether the era without handshake is asked for besides the one with.
    both_eras: bool,
    /// Whether another version will do than the one that is asked for first.
    may_step_down: bool,
    /// A version that must be served.
    expected_version: Option<String>,
    /// Whether each published version is asked for.
    all_versions: bool,
    /// Whether the error contract is asked for.
    errors: bool,
    /// Whether what no client may send is sent.
    malformed: bool,
    /// Clients whose lists are compared.
    compared: Vec<ClientInfo>,
    /// What else is called.
    wanted: Wanted,
    /// Whether the protocol itself is asked about.
    compliance: bool,
    /// Whether the pages that tools link are read: to judge them, or to compare them.
    reads_pages: bool,
    /// How many of the listed resources are read.
    n_resources: usize,
    /// Whether the client declares capabilities.
    client_can: bool,
    /// How much of a listing is asked for.
    bounds: Bounds,
    /// Whether the server is reached over Streamable HTTP.
    is_http: bool,
    /// Whether it is reached by a URL, over HTTP of either kind.
    has_url: bool,
    /// Whether its URL leads to this machine.
    is_local: bool,
    /// Whether there is another account whose lists are compared.
    has_other_account: bool,
    /// What is asked about tokens.
    tokens: Tokens,
}

/// What one scenario tells the later ones.
#[derive(Debug, Default)]
struct Learned {
    /// What came of the handshake on the main connection.
    handshake: Greeting,
    /// Whether the server speaks the era without handshake.
    serves_modern: bool,
    /// Names of the tools listed.
    tools: BTreeSet<String>,
    /// Definitions of the tools of the last listing, where they are needed.
    definitions: Vec<Json>,
    /// The headers that their calls carry, once somebody asked for them.
    mirrors: Option<Mirrors>,
    /// Whether the server runs tools as tasks.
    runs_tasks: bool,
    /// Probes that are to be asked by themselves, since the server ended when several were under way.
    one_by_one: Vec<Step>,
    /// A resource that is a file.
    file: Option<String>,
    /// The version that the main connection of an era was refused for, and the one that the server offers instead.
    offered: Option<Era>,
    /// Whether further connections were considered.
    is_planned: bool,
    /// Whether HTTP requests of other headers were considered.
    is_spelled: bool,
    /// Whether throw-away connections were considered.
    is_spoiled: bool,
}

/// What came of a handshake.
#[derive(Debug, Default, PartialEq, Eq)]
enum Greeting {
    /// It was not tried, or nothing is known of it: no connection, a deadline, an outage.
    #[default]
    Unknown,
    /// The server did not agree.
    Refused,
    /// The server agreed on this version; empty where it named none.
    Agreed(String),
}

impl Planner {
    /// Names of the bounds under `limits` that are the plan's, and not the recorder's.
    pub const LIMITS: [&str; 3] = Bounds::NAMES;

    /// A planner for the masked view of a configuration.
    pub fn new(config: &Config) -> Self {
        let name = config.client.name.clone().unwrap_or_else(|| "mcpward".to_owned());
        let version = config
            .client
            .version
            .clone()
            .unwrap_or_else(|| env!("CARGO_PKG_VERSION").to_owned());
        let mut client = serde_json::Map::new();
        client.insert(
            "capabilities".to_owned(),
            config.client.capabilities.clone().unwrap_or_default().into(),
        );
        client.insert(
            "clientInfo".to_owned(),
            serde_json::json!({ "name": name, "version": version }),
        );
        let protocol = config.protocol.0.as_str();
        let server = config.server.as_ref();
        let url = server.and_then(|server| server.url.as_deref());
        let settings = Settings {
            client,
            both_eras: protocol == "auto",
            may_step_down: !protocol::is_published(protocol),
            expected_version: config.expect.protocol_version.clone(),
            all_versions: config.probes.versions,
            malformed: config.probes.malformed,
            compared: config.client.compare.iter().map(info).collect(),
            errors: matches!(config.checks.errors, Switch::On(_)),
            wanted: Wanted::of(config),
            compliance: config.checks.compliance,
            reads_pages: reads_pages(config),
            n_resources: n_resources(config),
            client_can: client_can(config),
            bounds: Bounds::new(&config.limits, url.is_some()),
            has_url: url.is_some(),
            has_other_account: server.is_some_and(|server| !server.other_account.is_empty()),
            tokens: Tokens::of(config),
            is_local: url.is_some_and(is_loopback),
            is_http: server.is_some_and(|server| server.transport == Transport::Http),
        };
        let known = |versions: &[&'static str]| versions.iter().copied().find(|&known| known == protocol);
        let handshake = match protocol {
            "auto" | "legacy" => Some(protocol::HANDSHAKE_NEWEST),
            _ => known(&protocol::HANDSHAKE),
        };
        let modern = match protocol {
            "modern" => Some(protocol::MODERN_NEWEST),
            _ => known(&protocol::MODERN),
        };
        let handshake = handshake.map(|version| Scenario::handshake(Handshake::main(probe::MAIN, version)));
        let modern = modern.map(|version| Scenario::modern(Modern::main(probe::MODERN, version)));
        Self {
            settings,
            todo: handshake.into_iter().chain(modern).collect(),
            current: None,
            learned: Learned::default(),
            odd: OddInputs::default(),
        }
    }

    /// The next step. `last` is `None` only on the first call.
    pub fn next(&mut self, last: Option<Answer<'_>>) -> Step {
        let mut last = last;
        loop {
            if let Some(scenario) = &mut self.current {
                if let Some(step) = scenario.next(last.take(), &self.settings, &mut self.learned) {
                    self.odd.asked(&step);
                    return step;
                }
                self.current = None;
                if self.plan_offered() {
                    continue;
                }
                self.plan_further();
                self.plan_one_by_one();
            }
            if self.todo.is_empty() {
                self.plan_http();
            }
            let odd = || self.odd.connection(&self.settings, &self.learned);
            match self.todo.pop_front().or_else(odd) {
                Some(scenario) => self.current = Some(scenario),
                None if self.plan_malformed() => {}
                None => return self.odd.refusal().unwrap_or(Step::Done),
            }
            last = None;
        }
    }

    /// Plans the main connection once more, where the server refused the version and offered another; `false` where it did not.
    fn plan_offered(&mut self) -> bool {
        let Some(era) = self.learned.offered.take().filter(|_| self.settings.may_step_down) else {
            return false;
        };
        self.todo.push_front(match era {
            Era::Handshake { version } => Scenario::handshake(Handshake::offered(probe::MAIN, &version)),
            Era::Modern { version } => Scenario::modern(Modern::offered(probe::MODERN, &version)),
        });
        true
    }

    /// Plans the connection that comes next, where the server ended of one probe among several.
    fn plan_one_by_one(&mut self) {
        let steps = std::mem::take(&mut self.learned.one_by_one);
        if steps.is_empty() {
            return;
        }
        if let Some(connection) = Scenario::probing(probe::ONE_BY_ONE, &self.learned, steps) {
            self.todo.push_front(connection);
        }
    }

    /// Plans a connection for each client whose lists are compared, in the era of the main one.
    fn plan_clients(&mut self) {
        for (n, client) in (1..).zip(&self.settings.compared) {
            let scenario = probe::client(n);
            self.todo.push_back(match &self.learned.handshake {
                Greeting::Agreed(version) => {
                    Scenario::handshake(Handshake::comparing(&scenario, version, client.clone()))
                }
                Greeting::Unknown | Greeting::Refused => {
                    Scenario::modern(Modern::comparing(&scenario, protocol::MODERN_NEWEST, client.clone()))
                }
            });
        }
    }

    /// Plans the connections for HTTP requests of other headers, once, where questions about the protocol are asked over HTTP.
    fn plan_http(&mut self) {
        let is_first = !std::mem::replace(&mut self.learned.is_spelled, true);
        if is_first && self.settings.is_http && self.settings.compliance {
            let settings = &self.settings;
            self.todo.extend(http::plan(
                &self.learned,
                &settings.wanted,
                settings.tokens,
                settings.is_local,
            ));
        }
    }

    /// Plans the throw-away connections, once, behind everything else; `false` where there are none.
    fn plan_malformed(&mut self) -> bool {
        if std::mem::replace(&mut self.learned.is_spoiled, true) || !self.settings.malformed {
            return false;
        }
        let called = self.settings.wanted.called(&self.learned.definitions);
        self.todo.extend(malformed::plan(&self.learned, &called));
        !self.todo.is_empty()
    }

    /// Plans what depends on the first connection: versions that must be served, then the other era. A server that is not there
    /// is asked nothing more.
    fn plan_further(&mut self) {
        let learned = &self.learned;
        let is_there = learned.handshake != Greeting::Unknown || learned.serves_modern;
        if std::mem::replace(&mut self.learned.is_planned, true) || !is_there {
            return;
        }
        let asked_both = self.settings.both_eras;
        if asked_both {
            self.todo
                .push_back(Scenario::modern(Modern::main(probe::MODERN, protocol::MODERN_NEWEST)));
        }
        if self.settings.has_other_account && (asked_both || self.learned.serves_modern) {
            let other = Modern::of_other_account(probe::OTHER_ACCOUNT, protocol::MODERN_NEWEST);
            self.todo.push_back(Scenario::modern(other));
        }
        self.plan_clients();
        let agreed = match &self.learned.handshake {
            Greeting::Agreed(version) => Some(version.as_str()),
            Greeting::Unknown | Greeting::Refused => None,
        };
        let is_wanted = |version: &str| {
            let is_expected = self.settings.expected_version.as_deref() == Some(version);
            (is_expected || self.settings.all_versions) && agreed != Some(version)
        };
        let scenario = |version: &str| probe::version(version);
        for version in protocol::HANDSHAKE.into_iter().filter(|&version| is_wanted(version)) {
            let greeting = Handshake::greeting(&scenario(version), version);
            self.todo.push_back(Scenario::handshake(greeting));
        }
        if self.settings.all_versions {
            let unknown = Handshake::greeting(&scenario(probe::UNPUBLISHED), probe::UNPUBLISHED);
            self.todo.push_back(Scenario::handshake(unknown));
        }
        let speaks_arrays = agreed == Some(batch::VERSION) || self.settings.all_versions;
        if speaks_arrays && self.settings.compliance {
            self.todo.push_back(batch::connection());
        }
        if asked_both || self.learned.serves_modern {
            return;
        }
        for version in protocol::MODERN.into_iter().filter(|&version| is_wanted(version)) {
            let discovery = Modern::discovery(&scenario(version), version);
            self.todo.push_back(Scenario::modern(discovery));
        }
    }
}

/// Whether the client declares capabilities.
fn client_can(config: &Config) -> bool {
    config.client.capabilities.as_ref().is_some_and(|all| !all.is_empty())
}

/// Whether the pages that tools link are read: to judge them, or to compare them.
fn reads_pages(config: &Config) -> bool {
    config.checks.compliance || config.checks.drift.is_some()
}

/// How many of the listed resources are read.
fn n_resources(config: &Config) -> usize {
    usize::try_from(config.probes.resources).unwrap_or(usize::MAX)
}

fn info(client: &ClientName) -> ClientInfo {
    ClientInfo {
        name: client.name.clone(),
        version: client.version.clone(),
    }
}

impl Scenario {
    fn handshake(handshake: Handshake) -> Self {
        Self::Handshake(Box::new(handshake))
    }

    fn modern(modern: Modern) -> Self {
        Self::Modern(Box::new(modern))
    }

    /// A connection for these steps, in the era that the server speaks; `None` where it speaks none.
    fn probing(scenario: &str, learned: &Learned, steps: Vec<Step>) -> Option<Self> {
        match &learned.handshake {
            Greeting::Agreed(version) => Some(Self::handshake(Handshake::probing(scenario, version, steps))),
            Greeting::Unknown | Greeting::Refused => learned
                .serves_modern
                .then(|| Self::modern(Modern::probing(scenario, protocol::MODERN_NEWEST, steps))),
        }
    }

    fn next(&mut self, last: Option<Answer<'_>>, settings: &Settings, learned: &mut Learned) -> Option<Step> {
        match self {
            Self::Handshake(handshake) => handshake.next(last, settings, learned),
            Self::Modern(modern) => modern.next(last, settings, learned),
        }
    }
}
