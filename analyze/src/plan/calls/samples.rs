//! Samples of results, whose shapes are pinned.

use std::collections::{BTreeSet, VecDeque};

use mcpward_json::Json;
use mcpward_schemas::config::Output;
use mcpward_schemas::snapshot::Step;

use super::{call_tool, progress, refuse, required, tools};
use crate::contract::probe;

/// Most samples of one tool. 100: shapes of optional members settle long before.
const SAMPLES_MAX: u32 = 100;

/// Adds the calls: the tools that the configuration names with its arguments, and read-only tools that need none.
pub(super) fn plan(output: &Output, listed: &[Json], steps: &mut VecDeque<Step>) {
    let n_samples = output.shape_samples.clamp(1, SAMPLES_MAX);
    let mut named = BTreeSet::new();
    for call in &output.tools {
        named.insert(call.name.as_str());
        for sample in 0..n_samples {
            steps.push_back(self::sample(sample, &call.name, &call.args.clone().into()));
        }
    }
    for tool in tools(listed).iter().filter(|tool| !named.contains(tool.name.as_str())) {
        let reason = if !output.call_readonly {
            "checks.drift.output.call_readonly is false and checks.drift.output.tools does not name it"
        } else if !tool.annotations.read_only {
            "it is not read-only and checks.drift.output.tools does not name it"
        } else if !required(tool).is_empty() {
            "it needs arguments and checks.drift.output.tools does not name it"
        } else {
            for sample in 0..n_samples {
                steps.push_back(self::sample(sample, &tool.name, &serde_json::json!({})));
            }
            continue;
        };
        steps.push_back(refuse(&tool.name, "output", reason));
    }
}

/// One sample; the first of a tool asks for progress.
fn sample(n: u32, tool: &str, arguments: &serde_json::Value) -> Step {
    let step = call_tool(format!("{}/{n}/{tool}", probe::SAMPLE), tool, arguments);
    if n == 0 { progress::asked_for(step) } else { step }
}
