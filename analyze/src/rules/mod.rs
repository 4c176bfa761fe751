//! The rules: judgement about a contract. One rule, one file; a family is a folder.
//!
//! A rule can't fail, block or print: it looks at a [`Context`] and tells a [`Sink`] what it found. What it does not find
//! the engine counts as passed, so a rule that lacks evidence has to say so ([`Needs`], [`Sink::skip`]).
//!
//! To add a rule: a file `<family>/<rule>.rs` with `RULE`, `DOCS` and `check`, its two lines in `<family>/mod.rs`, fixtures
//! in `fixtures/rules/<family>/<rule>/`, and its id in `analyze/tests/golden/ids.txt`. The tests say what is missing.

mod behavioral;
mod card;
mod cases;
mod clients;
mod collision;
mod compliance;
mod context;
mod cost;
mod drift;
mod drift_report;
mod drift_weight;
mod drift_words;
mod engine;
mod errors;
mod fuzz;
mod http_reply;
mod latency;
mod lists_apart;
mod minded;
mod needs;
mod one_tool;
mod output;
mod over_http;
mod policy;
mod prefix;
mod prompts;
mod requirements;
mod resources;
mod rewrite;
mod said;
mod schema;
mod security;
mod sink;
mod spoken;
mod statistics;
mod task_course;
mod tell;
mod tokens;
mod tool_schema;
mod trusted;

use std::sync::LazyLock;

use mcpward_schemas::report::{Severity, SubjectKind};

pub(crate) use behavioral::has_goldens;
pub(crate) use card::cards;
pub(crate) use cases::goldens;
pub(crate) use context::{Context, is_no_evidence};
pub(crate) use drift::SUMMARY;
pub(crate) use drift_weight::Weight;
pub(crate) use engine::{Judged, run, sort};
pub use needs::Needs;
pub(crate) use policy::{IGNORE_EXPIRED, IGNORE_INVALID, IGNORE_UNUSED};
pub use requirements::{JudgedBy, Requirement, requirements};
pub(crate) use sink::{About, Sink, blank};

/// Version of the set of rules. It rises when a rule is added or judges otherwise.
pub const RULE_SET: &str = "1";

/// Gets what is told of each rule ready.
pub(crate) fn prepare() {
    card::cards();
}

/// A rule.
#[derive(Debug, Clone, Copy)]
pub struct RuleMeta {
    /// `family/what-was-found`
    pub id: &'static str,
    /// One line for lists.
    pub title: &'static str,
    /// How much a finding matters.
    pub severity: Severity,
    /// What a finding comes to under the default profile, unless the rule says less.
    pub level: Level,
    /// How sure a finding is: `high`, `medium` or `low`.
    pub confidence: &'static str,
    /// The release that brought it.
    pub since: &'static str,
    /// What must have been seen to judge.
    pub needs: &'static [Needs],
    /// What it looks at.
    pub subjects: &'static [SubjectKind],
    /// Ids that it had in earlier releases.
    pub aliases: &'static [&'static str],
    /// Section of the specification, where it has one.
    pub spec: Option<&'static str>,
    /// Documentation in Markdown, with the headings that every rule has.
    pub docs: &'static str,
    /// The rule itself; it tells what it finds.
    pub(crate) check: fn(&Context<'_>, &mut Sink),
}

impl RuleMeta {
    /// What stands before the slash.
    pub fn family(&self) -> &'static str {
        self.id.split_once('/').map_or(self.id, |(family, _)| family)
    }
}

/// What a finding comes to under the default profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A hint that is no finding: status pass with severity info.
    Note,
    /// Worth a look; fails under the strict profile.
    Warn,
    /// The run fails.
    Fail,
}

impl Level {
    /// Its word: `note`, `warn` or `fail`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warn => "warn",
            Self::Fail => "fail",
        }
    }
}

/// Headings that the documentation of every rule has, in this order.
pub const HEADINGS: [&str; 5] = [
    "## What it finds",
    "## Why it matters",
    "## Example",
    "## What to do",
    "## When it is wrong",
];

/// All rules, sorted by id.
pub fn all() -> &'static [RuleMeta] {
    static ALL: LazyLock<Vec<RuleMeta>> = LazyLock::new(|| {
        let mut all = [
            behavioral::RULES,
            clients::RULES,
            collision::RULES,
            compliance::RULES,
            cost::RULES,
            drift::RULES,
            errors::RULES,
            fuzz::RULES,
            latency::RULES,
            output::RULES,
            policy::RULES,
            prompts::RULES,
            resources::RULES,
            schema::RULES,
            security::RULES,
        ]
        .concat();
        all.sort_by_key(|rule| rule.id);
        all
    });
    &ALL
}

/// The rule of that id or earlier id.
pub fn find(id: &str) -> Option<&'static RuleMeta> {
    all().iter().find(|rule| rule.id == id || rule.aliases.contains(&id))
}
