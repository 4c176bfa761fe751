//! The plan as a list for people: who would be called, with what, how often and why, and who not.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::Json;
use mcpward_schemas::config::{Config, ErrorsCall};
use mcpward_schemas::snapshot::{HttpBody, Step};
use serde_json::json;

use super::{Calls, Manner, TaskCourse, Wanted, asked_for, tools};
use crate::contract::{Contract, ListKind, Surface, linked_pages, probe};
use crate::limits::UI_PAGES_MAX;
use crate::plan::paging::sendable;
use crate::plan::{client_can, http, malformed, n_resources, reads_pages, tasks};

/// What a configuration asks to be called.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Planned {
    /// The calls, equal ones of one check put together, in the order in which they begin.
    pub calls: Vec<PlannedCall>,
    /// Tools that a check does not call.
    pub refusals: Vec<Refusal>,
    /// What the configuration opens that is closed by default, as sentences.
    pub opened: Vec<String>,
}

/// Equal calls of one check.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedCall {
    /// `tools/call`, `resources/read` or `prompts/get`.
    pub method: String,
    /// The tool, prompt or URI.
    pub name: String,
    /// The arguments as far as they are known now: references to earlier results stand as they are written.
    pub arguments: serde_json::Value,
    /// What for, as a sentence fragment.
    pub purpose: String,
    /// How often.
    pub times: u32,
    /// Whether the tool may be destructive by its effective annotations.
    pub may_be_destructive: bool,
}

/// A tool that a check does not call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The tool.
    pub tool: String,
    /// The check: `errors`, `output`, `latency`, `fuzz`.
    pub check: String,
    /// The reason, as a sentence fragment.
    pub reason: String,
}

/// The plan of calls for what a server listed; the masked view of the configuration is enough. Nothing is called.
/// Empty where the server did not agree to speak.
pub fn planned(config: &Config, contract: &Contract) -> Planned {
    let Some(surface) = contract.primary() else {
        return Planned::default();
    };
    let listed: Vec<Json> = surface.tools().iter().map(|item| item.json.clone()).collect();
    let mut wanted = Wanted::of(config);
    wanted.is_dry = false;
    let manner = Manner {
        at_once_max: 1,
        barrier: tasks::ping(),
        runs_tasks: surface.runs_tools_as_tasks(),
        may_ask: !surface.is_handshake() && client_can(config),
        is_http: contract.is_over_http(),
    };
    let mut calls = Calls::new(&wanted, &listed, &manner);
    // Results that references could be taken from are still to come.
    calls.cases.is_dry = true;
    let known = tools(&listed);
    let names: BTreeSet<String> = known.iter().map(|tool| tool.name.clone()).collect();
    let declares = |kind: &ListKind| surface.list(*kind).declared;
    let lists: Vec<ListKind> = ListKind::ALL.into_iter().filter(declares).collect();
    let has_unknown = wanted.errors.is_some() && lists.contains(&ListKind::Tools);
    let unknown = has_unknown.then(|| tasks::unknown_tool(&names, &tasks::ping()));
    let mut prompts = surface.list(ListKind::Prompts).items().iter();
    let needy = prompts.find(|prompt| tasks::requires_arguments(prompt.value()) && !prompt.name.is_empty());
    let incomplete = needy.map(|prompt| tasks::incomplete_prompt(prompt.name.raw(), &tasks::ping()));
    let missing = config.checks.compliance.then(|| {
        let unknown = tasks::unknown_entries(&lists, &tasks::ping());
        incomplete.into_iter().chain(unknown).collect::<Vec<_>>()
    });
    let linked: BTreeSet<String> = listed.iter().flat_map(|tool| linked_pages(tool.value())).collect();
    let is_read = reads_pages(config) && lists.contains(&ListKind::Resources);
    let pages = linked.iter().take(if is_read { UI_PAGES_MAX } else { 0 });
    let pages = wanted.reads(probe::UI_PAGE, pages, 1);
    let uris = listed_uris(surface).filter(|uri| !(is_read && linked.contains(uri)));
    let uris: Vec<String> = uris.take(n_resources(config)).collect();
    let reads = wanted.reads(probe::RESOURCE_READ, uris.iter(), 1);
    // What there is not is asked for in each era, what there is in one.
    let unknown = unknown.into_iter().chain(missing.into_iter().flatten());
    let unknown = unknown.flat_map(|step| std::iter::repeat_n(step, n_eras(contract)));
    let called = wanted.called(&listed);
    let spelled = match config.checks.compliance && has_headers(contract) && lists.contains(&ListKind::Tools) {
        true => {
            let mut spelled = http::naming(&names);
            spelled.extend(http::mirroring(&called, &listed));
            spelled
        }
        false => Vec::new(),
    };
    let has_tasks = config.checks.compliance && contract.surfaces.iter().any(Surface::has_task_extension);
    let task = has_tasks.then(|| TaskCourse::declared(&called, &json!({})));
    let tasks = task.iter().flat_map(|task| task.creations());
    let is_altered = config.probes.malformed && contract.surfaces.iter().any(|surface| !surface.is_handshake());
    let altered = malformed::altered_states(if is_altered { &called } else { &[] });
    let cases: BTreeMap<String, String> = wanted
        .cases
        .iter()
        .map(|run| (run.probe.clone(), run.name.clone()))
        .collect();
    let mut planned = Planned {
        opened: opened(config),
        ..Planned::default()
    };
    let steps = pages.into_iter().chain(reads).chain(unknown);
    let steps = steps.chain(std::iter::from_fn(|| calls.next()));
    let steps = steps.chain(tasks).chain(spelled).chain(altered);
    for step in steps.chain(wanted.odd_inputs(&listed)) {
        let requests = match step {
            Step::Request { probe, call, .. } | Step::Cancel { probe, call, .. } => vec![(probe, call)],
            Step::Requests { requests } => requests.into_iter().map(|asked| (asked.probe, asked.call)).collect(),
            Step::Http { probe, request } => match request.body {
                Some(HttpBody::Request(call)) => vec![(probe, call)],
                _ => continue,
            },
            Step::Refuse { tool, check, reason } => {
                planned.refusals.push(Refusal { tool, check, reason });
                continue;
            }
            _ => continue,
        };
        for (probe, call) in requests {
            let name = asked_for(&call);
            let tool = known
                .iter()
                .find(|tool| tool.name == name && call.method == "tools/call");
            let params = call.params.unwrap_or_default();
            planned.add(PlannedCall {
                may_be_destructive: tool.is_some_and(|tool| !tool.annotations.is_safe()),
                method: call.method,
                name,
                arguments: params.get("arguments").cloned().unwrap_or_default(),
                purpose: purpose(&probe, &cases),
                times: 1,
            });
        }
    }
    planned
}

impl Planned {
    fn add(&mut self, call: PlannedCall) {
        let same = |other: &&mut PlannedCall| {
            PlannedCall {
                times: 1,
                ..(**other).clone()
            } == call
        };
        match self.calls.last_mut().filter(same) {
            Some(other) => other.times += 1,
            None => self.calls.push(call),
        }
    }

    /// How many calls there are.
    pub fn n_calls(&self) -> u32 {
        self.calls.iter().map(|call| call.times).sum()
    }
}

/// What a probe is for, in words.
fn purpose(probe: &str, cases: &BTreeMap<String, String>) -> String {
    let mut parts = probe.split('/');
    let words = match parts.next().unwrap_or_default() {
        probe::UNKNOWN_TOOL => "errors: a tool that does not exist",
        probe::PROMPT_UNKNOWN => "compliance: a prompt that does not exist",
        probe::PROMPT_INCOMPLETE => "compliance: without the required arguments",
        probe::RESOURCE_UNKNOWN => "compliance: a resource that does not exist",
        probe::UI_PAGE => "compliance: a page that tools link",
        probe::RESOURCE_READ => "probes.resources: one of the first that are listed",
        probe::MISSING_REQUIRED => "errors: without the required arguments",
        probe::WRONG_TYPE => "errors: with an argument of the wrong type",
        probe::MALFORMED_REQUEST => "errors: with arguments that are no object",
        probe::HTTP_NAME_OTHER => "compliance: a tool that does not exist, with the header of another",
        probe::HTTP_NAME_MISSING => "compliance: a tool that does not exist, without its header",
        probe::HTTP_NAME_ENCODED => "compliance: a tool that does not exist, with an encoded header",
        probe::HTTP_PARAM_OTHER => "compliance: with a header that says something else of an argument",
        probe::HTTP_PARAM_MISSING => "compliance: without the header of an argument",
        probe::SAMPLE => "output: a sample of its results",
        probe::WARMUP => "latency: before the calls that count",
        probe::LATENCY => "latency",
        probe::NO_ARGUMENTS => "compliance: without the member arguments",
        probe::TASK_FORBIDDEN => "compliance: as a task, which it can't be run as",
        probe::NO_CAPABILITIES => "compliance: by a client without capabilities",
        probe::TASK_CREATE => "compliance: so that it may become a task",
        probe::ALTERED_STATE => "compliance: with a state that is sent back altered",
        probe::CANCELED => "compliance: taken back at once",
        probe::FUZZ => "fuzz: an odd input, on a connection of its own",
        _ => {
            let suite = parts.next().and_then(|suite| suite.parse::<usize>().ok());
            let case = cases.get(probe).map_or("", String::as_str);
            return format!("suite {}: {case}", suite.unwrap_or_default() + 1);
        }
    };
    words.to_owned()
}

/// URIs of the resources in their order, each once, as they can be sent.
fn listed_uris(surface: &Surface) -> impl Iterator<Item = String> {
    let items = surface.list(ListKind::Resources).items().iter();
    let mut seen = BTreeSet::new();
    items.filter_map(move |item| sendable(item.value().get("uri")?).filter(|uri| seen.insert(uri.clone())))
}

/// Whether calls are mirrored in headers: over HTTP in the era without handshake.
fn has_headers(contract: &Contract) -> bool {
    contract.speaks(false) && contract.is_over_http()
}

/// In how many eras the server is asked.
fn n_eras(contract: &Contract) -> usize {
    usize::from(contract.speaks(true)) + usize::from(contract.speaks(false))
}

/// What is open although it is closed by default.
fn opened(config: &Config) -> Vec<String> {
    let wanted = Wanted::of(config);
    let rows = [
        (
            wanted.errors.is_some_and(|errors| errors.call == ErrorsCall::All),
            "checks.errors.call is all: tools that may be destructive are called too, with arguments that they should refuse",
        ),
        (
            wanted.latency.is_some_and(|latency| latency.call_all),
            "checks.latency.call_all is true: every tool is called with generated arguments, destructive ones included",
        ),
        (
            config.probes.resources > 0,
            "probes.resources is above 0: resources are read of our own accord",
        ),
    ];
    let open = rows.into_iter().filter(|(is_open, _)| *is_open);
    open.map(|(_, sentence)| sentence.to_owned()).collect()
}
