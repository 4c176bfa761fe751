//! What remains to be done on a connection.

use mcpward_schemas::snapshot::{Call, RequestId, Step};
use serde_json::json;

use super::Learned;
use crate::contract::{ListKind, probe};

/// One thing to do; listings take several steps.
#[derive(Debug, Clone)]
pub(super) enum Task {
    /// A step as it is.
    Step(Box<Step>),
    /// Listing number `pass` of all lists that the server declares.
    Lists(u32),
    /// Listing number `pass` of one list.
    List(ListKind, u32),
    /// A tool that the server does not have.
    UnknownTool,
    /// Calls of what the server has.
    Calls,
}

/// A request without barrier: only the deadline tells silence.
pub(super) fn request(probe: &str, call: Call) -> Step {
    Step::Request {
        probe: probe.to_owned(),
        call,
        id: RequestId::Integer,
        barrier: None,
    }
}

/// A request with a ping behind it: where the ping is answered first, silence is certain and costs no waiting.
pub(super) fn guarded(probe: &str, call: Call) -> Step {
    Step::Request {
        probe: probe.to_owned(),
        call,
        id: RequestId::Integer,
        barrier: Some(Call::new("ping")),
    }
}

/// `tools/call` with a name that no tool of the server has. The name is fixed, so that two captures ask the same.
pub(super) fn unknown_tool(learned: &Learned) -> Step {
    let mut name = "mcpward_probe_3f9a1c7e".to_owned();
    while learned.tools.contains(&name) {
        name.push_str("_x");
    }
    guarded(
        probe::UNKNOWN_TOOL,
        Call::with("tools/call", json!({ "name": name, "arguments": {} })),
    )
}
