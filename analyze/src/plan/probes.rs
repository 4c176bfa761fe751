//! Questions about the protocol itself: odd but legal requests, each guarded by a ping, so that silence costs no waiting.

use mcpward_schemas::snapshot::{Call, RequestId, Step};
use serde_json::json;

use super::tasks::{Task, guarded, request};
use crate::contract::{ListKind, probe};

/// What was agreed on in the handshake, as far as probes depend on it.
pub(super) struct Agreed<'a> {
    /// The version; empty where the server named none.
    pub(super) version: &'a str,
    /// Lists that the server declares.
    pub(super) lists: &'a [ListKind],
    /// Whether the server's capabilities have that member.
    pub(super) declares: &'a dyn Fn(&str) -> bool,
}

/// All probes of the main connection, in their order. What may change the server's state comes last.
pub(super) fn all(agreed: &Agreed<'_>) -> Vec<Task> {
    let mut steps = vec![
        spelled(probe::ID_STRING, RequestId::String),
        spelled(probe::ID_LARGE, RequestId::Large),
        guarded(probe::UNKNOWN_METHOD, Call::new("mcpward/nope")),
        notify(
            probe::UNKNOWN_NOTIFICATION,
            Call::new(probe::UNKNOWN_NOTIFICATION_METHOD),
        ),
        request(probe::AFTER_NOTIFICATION, Call::new("ping")),
        notify(
            probe::CANCEL_UNKNOWN,
            Call::with(
                "notifications/cancelled",
                json!({ "requestId": 99_999, "reason": "probe" }),
            ),
        ),
        request(probe::AFTER_CANCEL, Call::new("ping")),
    ];
    if let Some(kind) = agreed.lists.first() {
        steps.push(guarded(
            probe::CURSOR_UNKNOWN,
            Call::with(kind.method(), json!({ "cursor": "mcpward-no-such-cursor" })),
        ));
        steps.push(guarded(
            probe::CURSOR_TYPE,
            Call::with(kind.method(), json!({ "cursor": 42 })),
        ));
    }
    for kind in [ListKind::Tools, ListKind::Prompts, ListKind::Resources] {
        if !agreed.lists.contains(&kind) {
            steps.push(guarded(&probe::undeclared(kind.method()), Call::new(kind.method())));
        }
    }
    // 2024-11-05 had completion without a capability for it.
    let completion = Call::with(
        "completion/complete",
        json!({ "ref": { "type": "ref/prompt", "name": "mcpward_no_such_prompt" }, "argument": { "name": "word", "value": "" } }),
    );
    if (agreed.declares)("completions") {
        steps.push(guarded(probe::COMPLETION, completion));
    } else if agreed.version > "2024-11-05" {
        steps.push(guarded(&probe::undeclared("completion/complete"), completion));
    }
    let level = Call::with("logging/setLevel", json!({ "level": "info" }));
    let probe = if (agreed.declares)("logging") {
        probe::LOGGING.to_owned()
    } else {
        probe::undeclared("logging/setLevel")
    };
    steps.push(guarded(&probe, level));
    steps.into_iter().map(|step| Task::Step(Box::new(step))).collect()
}

fn spelled(probe: &str, id: RequestId) -> Step {
    Step::Request {
        probe: probe.to_owned(),
        call: Call::new("ping"),
        id,
        barrier: Some(Call::new("ping")),
    }
}

fn notify(probe: &str, call: Call) -> Step {
    Step::Notify {
        probe: probe.to_owned(),
        call,
    }
}
