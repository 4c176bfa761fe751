//! Questions about the protocol that need a call: each is asked once, of a tool that is called anyway, with the arguments that
//! it is called with anyway.

use std::collections::BTreeSet;

use mcpward_json::Value;
use mcpward_schemas::snapshot::{Call, Step};
use serde_json::json;

use super::{Manner, Tool, asked_for, request, required, tools};
use crate::contract::probe;
use crate::limits::WITHOUT_CAPABILITIES_MAX;
use crate::protocol::CLIENT_CAPABILITIES;

/// A call that is made anyway.
#[derive(Debug, Clone)]
pub(in crate::plan) struct Called {
    pub(in crate::plan) tool: String,
    pub(in crate::plan) arguments: serde_json::Value,
}

/// The first call of each tool that is to work: samples of results and times.
pub(super) fn called<'s>(steps: impl Iterator<Item = &'s Step>) -> Vec<Called> {
    let mut seen = BTreeSet::new();
    let call = |step: &'s Step| match step {
        Step::Request { probe, call, .. } => Some((probe, call)),
        Step::Requests { requests } => requests.first().map(|asked| (&asked.probe, &asked.call)),
        _ => None,
    };
    let calls = steps.filter_map(call).filter(|(probe, _)| probe::is_to_work(probe));
    let calls = calls.map(|(_, call)| Called {
        tool: asked_for(call),
        arguments: call
            .params
            .as_ref()
            .map_or_else(|| json!({}), |params| params["arguments"].clone()),
    });
    calls.filter(|called| seen.insert(called.tool.clone())).collect()
}

/// The questions, in their order: a call that is taken back may still run behind them.
pub(super) fn plan(manner: &Manner, listed: &[mcpward_json::Json], called: &[Called]) -> Vec<Step> {
    let tools = tools(listed);
    let tool_of = |called: &Called| tools.iter().find(|tool| tool.name == called.tool);
    let mut steps = Vec::new();
    let needs_none = |called: &&Called| {
        called.arguments == json!({}) && tool_of(called).is_some_and(|tool| required(tool).is_empty())
    };
    if let Some(Called { tool, .. }) = called.iter().find(needs_none) {
        let call = Call::with("tools/call", json!({ "name": tool }));
        steps.push(request(format!("{}/{tool}", probe::NO_ARGUMENTS), call));
    }
    let is_no_task = |called: &&Called| tool_of(called).is_some_and(forbids_tasks);
    if let Some(Called { tool, arguments }) = called.iter().find(is_no_task).filter(|_| manner.runs_tasks) {
        /// Milliseconds that a task is kept which should never be. Short: nobody asks for it.
        const TTL_MS: u64 = 1_000;
        let params = json!({ "name": tool, "arguments": arguments, "task": { "ttl": TTL_MS } });
        steps.push(request(
            format!("{}/{tool}", probe::TASK_FORBIDDEN),
            Call::with("tools/call", params),
        ));
    }
    // Which tool asks back is only known once it has been called, so a few are asked.
    let asked = called
        .iter()
        .take(if manner.may_ask { WITHOUT_CAPABILITIES_MAX } else { 0 });
    steps.extend(asked.map(|Called { tool, arguments }| {
        let meta = json!({ CLIENT_CAPABILITIES: {} });
        let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
        request(
            format!("{}/{tool}", probe::NO_CAPABILITIES),
            Call::with("tools/call", params),
        )
    }));
    if let Some(Called { tool, arguments }) = called.first().filter(|_| !manner.is_http) {
        steps.push(Step::Cancel {
            probe: format!("{}/{tool}", probe::CANCELED),
            call: super::tool_call(tool, arguments),
            barrier: manner.barrier.clone(),
        });
    }
    steps
}

/// The first of them that can be run as a task, where the server runs any.
pub(super) fn as_task<'c>(manner: &Manner, listed: &[mcpward_json::Json], called: &'c [Called]) -> Option<&'c Called> {
    let tools = tools(listed);
    let tool_of = |called: &Called| tools.iter().find(|tool| tool.name == called.tool);
    let mut called = called.iter().filter(|_| manner.runs_tasks);
    called.find(|called| tool_of(called).is_some_and(|tool| !forbids_tasks(tool)))
}

/// Whether a tool can't be run as a task: it says so, or nothing about it (2025-11-25, Tasks, Tool-level negotiation).
fn forbids_tasks(tool: &Tool<'_>) -> bool {
    let support = tool.json.value().pointer("/execution/taskSupport");
    !support.is_some_and(|support: Value<'_>| support.is_text("optional") || support.is_text("required"))
}
