//! Times of calls.

use std::collections::{BTreeSet, VecDeque};

use mcpward_json::Json;
use mcpward_schemas::config::Latency;
use mcpward_schemas::snapshot::Step;
use serde_json::Value;

use super::{arguments, call_tool, refuse, tools};
use crate::contract::probe;

/// Most calls of one tool. 1,000 give the 95th percentile to a percent.
const CALLS_MAX: u32 = 1_000;

/// Adds the calls: the tools that the configuration names, read-only ones with generated arguments, and with `call_all` every
/// tool, destructive ones included.
pub(super) fn plan(latency: &Latency, listed: &[Json], steps: &mut VecDeque<Step>) {
    let mut named = BTreeSet::new();
    for call in &latency.tools {
        named.insert(call.name.as_str());
        measure(latency, &call.name, &call.args.clone().into(), steps);
    }
    for tool in tools(listed).iter().filter(|tool| !named.contains(tool.name.as_str())) {
        let allowed = latency.call_all || latency.call_readonly && tool.annotations.read_only;
        if !allowed {
            let reason = match tool.annotations.read_only {
                true => "checks.latency.call_readonly is false and checks.latency.tools does not name it",
                false => "it is not read-only and checks.latency.tools does not name it",
            };
            steps.push_back(refuse(&tool.name, "latency", reason));
            continue;
        }
        let schema = tool.json.value().get("inputSchema");
        match schema.map_or_else(|| Some(serde_json::Map::new()), arguments::arguments_of) {
            Some(arguments) => measure(latency, &tool.name, &arguments.into(), steps),
            None => steps.push_back(refuse(
                &tool.name,
                "latency",
                "no arguments could be made that its schema accepts",
            )),
        }
    }
}

fn measure(latency: &Latency, tool: &str, arguments: &Value, steps: &mut VecDeque<Step>) {
    for (kind, n_calls) in [
        (probe::WARMUP, latency.warmup),
        (probe::LATENCY, latency.samples.max(1)),
    ] {
        for n in 0..n_calls.min(CALLS_MAX) {
            steps.push_back(call_tool(format!("{kind}/{n}/{tool}"), tool, arguments));
        }
    }
}
