//! Calls of tools, resources and prompts: who is asked, with what, how often, and who is refused and why.
//!
//! A tool that may be destructive by its effective annotations is never called, unless the configuration names it or asks
//! for all. What is refused is a step of its own, so that the reason is in the snapshot.

mod arguments;
mod at_once;
mod cases;
mod errors;
mod fuzz;
mod latency;
mod listing;
mod once;
mod progress;
mod reads;
mod samples;
mod task_course;

use std::collections::{BTreeSet, VecDeque};

use mcpward_json::Json;
use mcpward_schemas::config::{Config, Errors, Fuzz, Latency, Output, Switch};
use mcpward_schemas::snapshot::{Call, HttpBody, RequestId, Step};

pub use self::arguments::arguments_of;
pub(super) use self::at_once::once_more;
use self::cases::Cases;
pub use self::listing::{Planned, PlannedCall, Refusal, planned};
pub(super) use self::once::Called;
pub(super) use self::task_course::TaskCourse;
use super::Answer;
use crate::contract::{Annotations, DRY_RUN, probe};
use crate::suites::{self, CaseRun};

/// What the configuration asks to be called.
#[derive(Debug, Clone, Default)]
pub(super) struct Wanted {
    errors: Option<Errors>,
    cases: Vec<CaseRun>,
    latency: Option<Latency>,
    output: Option<Output>,
    fuzz: Option<Fuzz>,
    /// Whether the protocol itself is asked about.
    compliance: bool,
    /// Whether nothing of it is called, and all of it refused.
    is_dry: bool,
}

impl Wanted {
    /// Reads the masked view. Suites that do not expand ask for nothing: loading a configuration refuses them.
    pub(super) fn of(config: &Config) -> Self {
        Self {
            errors: match config.checks.errors {
                Switch::On(errors) => Some(errors),
                Switch::Off => None,
            },
            cases: suites::chosen(config).unwrap_or_default(),
            latency: config.checks.latency.clone(),
            output: config
                .checks
                .drift
                .as_ref()
                .map(|drift| drift.output.clone())
                .filter(|output| output.enabled),
            fuzz: config.checks.fuzz.clone(),
            compliance: config.checks.compliance,
            is_dry: config.dry_run,
        }
    }

    /// The odd inputs for the tools that were listed.
    pub(super) fn odd_inputs(&self, tools: &[Json]) -> VecDeque<Step> {
        let fuzz = self.fuzz.iter().filter(|_| !self.is_dry);
        let steps = fuzz.flat_map(|fuzz| fuzz::plan(fuzz, tools));
        steps.filter(|step| matches!(step, Step::Request { .. })).collect()
    }

    /// The tools that are called anyway, to sample their results or to measure times, each with its first arguments; none where
    /// the protocol is not asked about.
    pub(super) fn called(&self, tools: &[Json]) -> Vec<Called> {
        let mut steps = VecDeque::new();
        if let Some(output) = self.output.as_ref().filter(|_| self.compliance) {
            samples::plan(output, tools, &mut steps);
        }
        if let Some(latency) = self.latency.as_ref().filter(|_| self.compliance) {
            latency::plan(latency, tools, &mut steps);
        }
        once::called(steps.iter())
    }

    /// A call as it is, or where nothing is to be called the refusal of it.
    pub(super) fn allowed(&self, step: Step) -> Step {
        if self.is_dry { withheld(step, DRY_RUN) } else { step }
    }

    /// Whether anything but the unknown tool may be called, so that the definitions of tools are needed.
    pub(super) fn is_any(&self) -> bool {
        let by_checks = self.errors.is_some() || self.latency.is_some() || self.output.is_some();
        by_checks || self.fuzz.is_some() || !self.cases.is_empty()
    }
}

/// How the server is spoken to, as far as calls depend on it.
#[derive(Debug, Clone)]
pub(super) struct Manner {
    /// Most probes under way at a time.
    pub(super) at_once_max: usize,
    /// A request whose answer is known.
    pub(super) barrier: Call,
    /// Whether it runs tools as tasks (2025-11-25).
    pub(super) runs_tasks: bool,
    /// Whether it may ask back by what the client declares (2026-07-28).
    pub(super) may_ask: bool,
    /// Whether it is reached over HTTP, where the order of two answers says nothing.
    pub(super) is_http: bool,
}

/// The calls of one connection, in order: error contract, samples of results, suites, times, and what is asked of
/// one tool.
#[derive(Debug)]
pub(super) struct Calls {
    steps: VecDeque<Step>,
    cases: Cases,
    after: VecDeque<Step>,
    task: Option<TaskCourse>,
    is_dry: bool,
    /// Tool and check of the refusals so far; one of each is enough.
    refused: BTreeSet<(String, String)>,
}

impl Calls {
    /// Plans the calls for the tools that were listed.
    pub(super) fn new(wanted: &Wanted, tools: &[Json], manner: &Manner) -> Self {
        // What is refused is refused one by one.
        let at_once_max = if wanted.is_dry { 1 } else { manner.at_once_max };
        let mut steps = VecDeque::new();
        if let Some(errors) = wanted.errors {
            errors::plan(errors, tools, at_once_max, &mut steps);
        }
        if let Some(output) = &wanted.output {
            samples::plan(output, tools, &mut steps);
        }
        let mut after = VecDeque::new();
        if let Some(latency) = &wanted.latency {
            latency::plan(latency, tools, &mut after);
        }
        let mut task = None;
        let called = once::called(steps.iter().chain(&after));
        if wanted.compliance && !called.is_empty() {
            after.extend(once::plan(manner, tools, &called));
            task = once::as_task(manner, tools, &called).map(TaskCourse::asked);
        }
        // The odd inputs themselves go to a connection of their own, which a server may die of.
        let fuzz = wanted.fuzz.iter().flat_map(|fuzz| fuzz::plan(fuzz, tools));
        after.extend(fuzz.filter(|step| wanted.is_dry || matches!(step, Step::Refuse { .. })));
        Self {
            steps,
            cases: Cases::new(wanted.cases.clone(), wanted.is_dry),
            after,
            task,
            is_dry: wanted.is_dry,
            refused: BTreeSet::new(),
        }
    }

    /// The next step; `None` where all is done.
    pub(super) fn next(&mut self) -> Option<Step> {
        loop {
            let step = self
                .steps
                .pop_front()
                .or_else(|| self.cases.next())
                .or_else(|| self.after.pop_front())
                .or_else(|| self.task.as_mut()?.next())?;
            let step = if self.is_dry { withheld(step, DRY_RUN) } else { step };
            match &step {
                Step::Refuse { tool, check, .. } if !self.refused.insert((tool.clone(), check.clone())) => {}
                _ => return Some(step),
            }
        }
    }

    /// Keeps what later arguments may be taken from.
    pub(super) fn absorb(&mut self, last: Answer<'_>) {
        self.cases.absorb(last);
        if let Some(task) = &mut self.task {
            task.absorb(last);
        }
    }
}

/// The refusal of a call for a reason; other steps stay.
pub(super) fn withheld(step: Step, reason: &str) -> Step {
    match step {
        Step::Request { probe, call, .. } | Step::Cancel { probe, call, .. } => {
            refuse(&asked_for(&call), check_of(&probe), reason)
        }
        // Those that are sent at once are calls of one tool.
        Step::Requests { requests } => match requests.first() {
            Some(first) => refuse(&asked_for(&first.call), check_of(&first.probe), reason),
            None => Step::Requests { requests },
        },
        Step::Http { probe, request } => match &request.body {
            Some(HttpBody::Request(call)) => refuse(&asked_for(call), check_of(&probe), reason),
            _ => Step::Http { probe, request },
        },
        other => other,
    }
}

/// The name or URI that a call is about; empty where it names none.
fn asked_for(call: &Call) -> String {
    let params = call.params.as_ref();
    let name = params.and_then(|params| params.get("name").or_else(|| params.get("uri"))?.as_str());
    name.unwrap_or_default().to_owned()
}

/// The check that a probe belongs to, as refusals name it; a call of a suite is its own.
fn check_of(probe: &str) -> &str {
    match probe::kind(probe) {
        probe::UNKNOWN_TOOL | probe::MISSING_REQUIRED | probe::WRONG_TYPE | probe::MALFORMED_REQUEST => "errors",
        probe::PROMPT_UNKNOWN | probe::RESOURCE_UNKNOWN | probe::PROMPT_INCOMPLETE => "compliance",
        probe::NO_ARGUMENTS | probe::CANCELED | probe::TASK_FORBIDDEN | probe::TASK_CREATE | probe::NO_CAPABILITIES => {
            "compliance"
        }
        probe::UI_PAGE | probe::RESOURCE_READ | probe::ALTERED_STATE => "compliance",
        probe::HTTP_NAME_OTHER | probe::HTTP_NAME_MISSING | probe::HTTP_NAME_ENCODED => "compliance",
        probe::HTTP_PARAM_OTHER | probe::HTTP_PARAM_MISSING => "compliance",
        probe::SAMPLE => "output",
        probe::WARMUP | probe::LATENCY => "latency",
        probe::FUZZ => probe::FUZZ,
        _ => probe,
    }
}

/// A `tools/call`. It has no barrier: a tool may take its time, so only the deadline tells silence.
fn call_tool(probe: String, tool: &str, arguments: &serde_json::Value) -> Step {
    request(probe, tool_call(tool, arguments))
}

pub(super) fn tool_call(tool: &str, arguments: &serde_json::Value) -> Call {
    Call::with(
        "tools/call",
        serde_json::json!({ "name": tool, "arguments": arguments }),
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
    let mut seen = BTreeSet::new();
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
