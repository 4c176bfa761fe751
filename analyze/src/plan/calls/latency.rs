//! Times of calls.

use std::collections::{BTreeSet, VecDeque};

use mcpward_json::Json;
use mcpward_schemas::config::Latency;
use mcpward_schemas::snapshot::{Asked, Step};
use serde_json::Value;

use super::{arguments, call_tool, progress, refuse, tool_call, tools};
use crate::contract::probe;

/// Most calls of one tool. 1,000 give the 95th percentile to a percent.
const CALLS_MAX: u32 = 1_000;

/// Most calls under way at a time. 64: more than one client of a server ever has.
const CONCURRENCY_MAX: u32 = 64;

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

/// Warm-up calls one by one, of which the first asks for progress, then those that count, as many at a time as is asked.
fn measure(latency: &Latency, tool: &str, arguments: &Value, steps: &mut VecDeque<Step>) {
    let at_a_time = latency.concurrency.clamp(1, CONCURRENCY_MAX);
    for n in 0..latency.warmup.min(CALLS_MAX) {
        let step = call_tool(format!("{}/{n}/{tool}", probe::WARMUP), tool, arguments);
        steps.push_back(if n == 0 { progress::asked_for(step) } else { step });
    }
    let n_samples = latency.samples.clamp(1, CALLS_MAX);
    let mut n = 0;
    while n < n_samples {
        let end = n.saturating_add(at_a_time).min(n_samples);
        let probe = |n| format!("{}/{n}/{tool}", probe::LATENCY);
        steps.push_back(match at_a_time {
            1 => call_tool(probe(n), tool, arguments),
            _ => Step::Requests {
                requests: (n..end).map(|n| asked(probe(n), tool, arguments)).collect(),
            },
        });
        n = end;
    }
}

fn asked(probe: String, tool: &str, arguments: &Value) -> Asked {
    Asked {
        probe,
        call: tool_call(tool, arguments),
    }
}
