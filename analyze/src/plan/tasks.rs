//! What remains to be done on a connection, and how the requests are spelled that both eras know.

use std::collections::BTreeSet;

use mcpward_json::Value;
use mcpward_schemas::snapshot::{Call, RequestId, Step};
use serde_json::json;

use crate::contract::{ListKind, probe};

/// Lists whose capability has their name.
pub(super) const LISTS_WITH_CAPABILITY: [ListKind; 3] = [ListKind::Tools, ListKind::Prompts, ListKind::Resources];

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
    /// The first cursor that a list gave, once more.
    CursorAgain,
    /// A prompt that requires arguments, without them.
    PromptIncomplete,
    /// A subscription to a resource that is listed, and its end.
    Subscription,
    /// The pages of MCP Apps that tools link.
    Pages,
    /// The first resources that are listed.
    Resources,
    /// Calls of what the server has.
    Calls,
    /// A call that the server may make a task of (extension `io.modelcontextprotocol/tasks`), and that task.
    Extension,
    /// The tools once more, where calls were made: they must not change what tools there are.
    ToolsAfter,
}

impl Task {
    /// A step as it is.
    pub(super) fn step(step: Step) -> Self {
        Self::Step(Box::new(step))
    }
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

/// A request with another one behind it whose answer is known: where that one is answered first, silence is certain and
/// costs no waiting.
pub(super) fn guarded(probe: &str, call: Call, barrier: &Call) -> Step {
    spelled(probe, call, RequestId::Integer, barrier)
}

/// The same, with an id that is spelled in a way of its own.
pub(super) fn spelled(probe: &str, call: Call, id: RequestId, barrier: &Call) -> Step {
    Step::Request {
        probe: probe.to_owned(),
        call,
        id,
        barrier: Some(barrier.clone()),
    }
}

/// A subscription to a resource, and its end: nothing of it is left, and what is announced meanwhile is noted.
pub(super) fn subscription(uri: &str, barrier: &Call) -> [Step; 2] {
    let asking = |probe, method| guarded(probe, Call::with(method, json!({ "uri": uri })), barrier);
    [
        asking(probe::SUBSCRIBE, "resources/subscribe"),
        asking(probe::UNSUBSCRIBE, "resources/unsubscribe"),
    ]
}

/// `ping`, which every server with a handshake answers at once.
pub(super) fn ping() -> Call {
    Call::new("ping")
}

/// `server/discover`, the introduction of the era without handshake and its barrier.
pub(super) fn discover() -> Call {
    Call::new("server/discover")
}

/// `tools/call` with a name that no tool of the server has. The name is fixed, so that two captures ask the same.
pub(super) fn unknown_tool(tools: &BTreeSet<String>, barrier: &Call) -> Step {
    let mut name = "mcpward_probe_3f9a1c7e".to_owned();
    while tools.contains(&name) {
        name.push_str("_x");
    }
    let call = Call::with("tools/call", json!({ "name": name, "arguments": {} }));
    guarded(probe::UNKNOWN_TOOL, call, barrier)
}

/// A method that nobody has.
pub(super) fn unknown_method() -> Call {
    Call::new("mcpward/nope")
}

/// A notification that nobody knows.
pub(super) fn unknown_notification() -> Step {
    notify(
        probe::UNKNOWN_NOTIFICATION,
        Call::new(probe::UNKNOWN_NOTIFICATION_METHOD),
    )
}

/// The cancellation of a request that was never sent.
pub(super) fn cancel_unknown() -> Step {
    let params = json!({ "requestId": 99_999, "reason": "probe" });
    notify(probe::CANCEL_UNKNOWN, Call::with("notifications/cancelled", params))
}

/// A list with a cursor that the server never gave.
pub(super) fn unknown_cursor(kind: ListKind) -> Call {
    Call::with(kind.method(), json!({ "cursor": "mcpward-no-such-cursor" }))
}

/// A list with a cursor that is a number.
pub(super) fn cursor_of_wrong_type(kind: ListKind) -> Call {
    Call::with(kind.method(), json!({ "cursor": 42 }))
}

/// What the server does not have of the lists that it declares.
pub(super) fn unknown_entries(lists: &[ListKind], barrier: &Call) -> Vec<Step> {
    let prompt = Call::with("prompts/get", json!({ "name": "mcpward_no_such_prompt" }));
    let resource = Call::with("resources/read", json!({ "uri": "mcpward://no/such" }));
    [
        (ListKind::Prompts, probe::PROMPT_UNKNOWN, prompt),
        (ListKind::Resources, probe::RESOURCE_UNKNOWN, resource),
    ]
    .into_iter()
    .filter(|(kind, ..)| lists.contains(kind))
    .map(|(_, name, call)| guarded(name, call, barrier))
    .collect()
}

/// A list with a cursor that it gave before.
pub(super) fn cursor_again(kind: ListKind, cursor: &str, barrier: &Call) -> Step {
    let call = Call::with(kind.method(), json!({ "cursor": cursor }));
    guarded(probe::CURSOR_AGAIN, call, barrier)
}

/// A prompt that requires arguments, without them.
pub(super) fn incomplete_prompt(name: &str, barrier: &Call) -> Step {
    let call = Call::with("prompts/get", json!({ "name": name }));
    guarded(probe::PROMPT_INCOMPLETE, call, barrier)
}

/// Whether a listed prompt has an argument that it requires.
pub(super) fn requires_arguments(prompt: Value<'_>) -> bool {
    let arguments = prompt.get("arguments").into_iter().flat_map(Value::items);
    let is_required = |argument: Value<'_>| argument.get("required").and_then(Value::as_bool) == Some(true);
    arguments.into_iter().any(is_required)
}

/// A task that the server does not have.
pub(super) fn unknown_task() -> serde_json::Value {
    json!({ "taskId": "mcpward-no-such-task" })
}

/// A completion for a prompt that the server does not have.
pub(super) fn completion() -> Call {
    Call::with(
        "completion/complete",
        json!({ "ref": { "type": "ref/prompt", "name": "mcpward_no_such_prompt" }, "argument": { "name": "word", "value": "" } }),
    )
}

fn notify(probe: &str, call: Call) -> Step {
    Step::Notify {
        probe: probe.to_owned(),
        call,
    }
}
