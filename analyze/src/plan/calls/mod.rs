//! Calls of tools, resources and prompts: who is asked, with what, how often, and who is refused and why.
//!
//! A tool that may be destructive by its effective annotations is never called, unless the configuration names it or asks
//! for all. What is refused is a step of its own, so that the reason is in the snapshot.

mod arguments;
mod cases;
mod errors;
mod latency;
mod samples;

use std::collections::VecDeque;

use mcpward_json::Json;
use mcpward_schemas::config::{Config, Errors, Latency, Output, Switch};
use mcpward_schemas::snapshot::{Call, RequestId, Step};

pub use self::arguments::arguments_of;
use self::cases::Cases;
use super::Answer;
use crate::contract::Annotations;
use crate::suites::{self, CaseRun};

/// What the configuration asks to be called.
#[derive(Debug, Clone, Default)]
pub(super) struct Wanted {
    errors: Option<Errors>,
    cases: Vec<CaseRun>,
    latency: Option<Latency>,
    output: Option<Output>,
}

impl Wanted {
    /// Reads the masked view. Suites that do not expand ask for nothing: loading a configuration refuses them.
    pub(super) fn of(config: &Config) -> Self {
        Self {
            errors: match config.checks.errors {
                Switch::On(errors) => Some(errors),
                Switch::Off => None,
            },
            cases: suites::expand(&config.suites).unwrap_or_default(),
            latency: config.checks.latency.clone(),
            output: config
                .checks
                .drift
                .as_ref()
                .map(|drift| drift.output.clone())
                .filter(|output| output.enabled),
        }
    }

    /// Whether anything but the unknown tool may be called, so that the definitions of tools are needed.
    pub(super) fn is_any(&self) -> bool {
        self.errors.is_some() || !self.cases.is_empty() || self.latency.is_some() || self.output.is_some()
    }
}

/// The calls of one connection, in order: error contract, samples of results, suites, times.
#[derive(Debug)]
pub(super) struct Calls {
    steps: VecDeque<Step>,
    cases: Cases,
    after: VecDeque<Step>,
}

impl Calls {
    /// Plans the calls for the tools that were listed.
    pub(super) fn new(wanted: &Wanted, tools: &[Json]) -> Self {
        let mut steps = VecDeque::new();
        if let Some(errors) = wanted.errors {
            errors::plan(errors, tools, &mut steps);
        }
        if let Some(output) = &wanted.output {
            samples::plan(output, tools, &mut steps);
        }
        let mut after = VecDeque::new();
        if let Some(latency) = &wanted.latency {
            latency::plan(latency, tools, &mut after);
        }
        Self {
            steps,
            cases: Cases::new(wanted.cases.clone()),
            after,
        }
    }

    /// The next step; `None` where all is done.
    pub(super) fn next(&mut self) -> Option<Step> {
        self.steps
            .pop_front()
            .or_else(|| self.cases.next())
            .or_else(|| self.after.pop_front())
    }

    /// Keeps what later arguments may be taken from.
    pub(super) fn absorb(&mut self, last: Answer<'_>) {
        self.cases.absorb(last);
    }
}

/// A `tools/call`. It has no barrier: a tool may take its time, so only the deadline tells silence.
fn call_tool(probe: String, tool: &str, arguments: &serde_json::Value) -> Step {
    request(
        probe,
        Call::with(
            "tools/call",
            serde_json::json!({ "name": tool, "arguments": arguments }),
        ),
    )
}

fn request(probe: String, call: Call) -> Step {
    Step::Request {
        probe,
        call,
        id: RequestId::Integer,
        barrier: None,
    }
}

fn refuse(tool: &str, check: &str, reason: &str) -> Step {
    Step::Refuse {
        tool: tool.to_owned(),
        check: check.to_owned(),
        reason: reason.to_owned(),
    }
}

/// A listed tool, as far as calling it needs to know.
struct Tool<'j> {
    name: String,
    json: &'j Json,
    annotations: Annotations,
}

/// The tools that have a name, each name once: a second tool of a name can't be called.
fn tools(listed: &[Json]) -> Vec<Tool<'_>> {
    let mut seen = std::collections::BTreeSet::new();
    let named = listed.iter().filter_map(|json| {
        let name = json.value().get("name")?.as_str()?.into_owned();
        Some(Tool {
            name,
            json,
            annotations: Annotations::of(json.value()),
        })
    });
    named.filter(|tool| seen.insert(tool.name.clone())).collect()
}

/// Names of required parameters.
fn required(tool: &Tool<'_>) -> Vec<String> {
    let listed = tool.json.value().pointer("/inputSchema/required");
    listed
        .into_iter()
        .flat_map(mcpward_json::Value::items)
        .filter_map(|name| name.as_str().map(std::borrow::Cow::into_owned))
        .collect()
}

/// Why a tool is not called of our own accord.
const UNSAFE: &str = "it may be destructive: it has neither readOnlyHint true nor destructiveHint false";
