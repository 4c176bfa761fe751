//! What to ask a server next: a pure state machine that the recorder drives.
//!
//! A scenario is one connection; each kind has its file. The planner runs them one after the other and knows no clock and
//! no transport: it sees how the last step went and names the next.

mod calls;
mod handshake;
mod paging;
mod probes;
mod tasks;

use std::collections::{BTreeSet, VecDeque};

use mcpward_json::Json;
use mcpward_schemas::config::{Config, Switch};
use mcpward_schemas::snapshot::{Outcome, Step};

use self::calls::Wanted;
pub use self::calls::arguments_of;
use self::handshake::Handshake;
use crate::contract::probe;
use crate::protocol;

/// The calls that a configuration asks for, given the tools listed, and the refusals; what depends on earlier results is planned
/// as if there were none.
pub fn calls(config: &Config, tools: &[Json]) -> Vec<Step> {
    let mut calls = calls::Calls::new(&Wanted::of(config), tools);
    std::iter::from_fn(|| calls.next()).collect()
}

/// How the last step went.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    /// The step.
    pub step: &'a Step,
    /// How it ended.
    pub outcome: &'a Outcome,
    /// The text of the frame that answered it.
    pub answer: Option<&'a str>,
    /// Methods of the notifications that came since the step before.
    pub notifications: &'a [String],
}

/// Decides what to ask next. Give it the outcome of each step; it ends with [`Step::Done`], and repeats it when asked again.
#[derive(Debug)]
pub struct Planner {
    settings: Settings,
    /// Scenarios still to come.
    todo: VecDeque<Handshake>,
    /// The scenario whose connection is open.
    current: Option<Handshake>,
    learned: Learned,
}

/// What the configuration says about asking.
#[derive(Debug, Clone)]
struct Settings {
    /// Parameters of `initialize` but for the version.
    client: serde_json::Map<String, serde_json::Value>,
    /// A version that must be served.
    expected_version: Option<String>,
    /// Whether the error contract is asked for.
    errors: bool,
    /// What else is called.
    wanted: Wanted,
    /// Whether the protocol itself is asked about.
    compliance: bool,
}

/// What one scenario tells the later ones.
#[derive(Debug, Default)]
struct Learned {
    /// The version that the main connection agreed on.
    version: Option<String>,
    /// Names of the tools listed.
    tools: BTreeSet<String>,
    /// Definitions of the tools of the last listing, where they are needed.
    definitions: Vec<Json>,
    /// Whether further versions were considered.
    versions_planned: bool,
}

impl Planner {
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
        let settings = Settings {
            client,
            expected_version: config.expect.protocol_version.clone(),
            errors: matches!(config.checks.errors, Switch::On(_)),
            wanted: Wanted::of(config),
            compliance: config.checks.compliance,
        };
        let version = match config.protocol.0.as_str() {
            "auto" | "legacy" => Some(protocol::HANDSHAKE_NEWEST),
            other => protocol::HANDSHAKE.into_iter().find(|&known| known == other),
        };
        let todo = version
            .map(|version| Handshake::main(probe::MAIN, version))
            .into_iter()
            .collect();
        Self {
            settings,
            todo,
            current: None,
            learned: Learned::default(),
        }
    }

    /// The next step. `last` is `None` only on the first call.
    pub fn next(&mut self, last: Option<Answer<'_>>) -> Step {
        let mut last = last;
        loop {
            if let Some(scenario) = &mut self.current {
                if let Some(step) = scenario.next(last.take(), &self.settings, &mut self.learned) {
                    return step;
                }
                self.current = None;
                self.plan_versions();
            }
            match self.todo.pop_front() {
                Some(scenario) => self.current = Some(scenario),
                None => return Step::Done,
            }
            last = None;
        }
    }

    /// A version that must be served and was not agreed on is asked for by itself.
    fn plan_versions(&mut self) {
        if std::mem::replace(&mut self.learned.versions_planned, true) || self.learned.version.is_none() {
            return;
        }
        let expected = self.settings.expected_version.as_deref();
        let known = protocol::HANDSHAKE.into_iter().find(|&known| Some(known) == expected);
        if let Some(version) = known.filter(|&version| self.learned.version.as_deref() != Some(version)) {
            self.todo
                .push_back(Handshake::greeting(&format!("version/{version}"), version));
        }
    }
}
