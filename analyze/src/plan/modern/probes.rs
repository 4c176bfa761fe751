//! Questions about the protocol itself in the era without handshake, each guarded by `server/discover`, since there is no ping.
//!
//! Members of `_meta` that are given as null are left out by the recorder, and so is `_meta` itself.

use mcpward_schemas::snapshot::{Asked, Call, RequestId, Step};
use serde_json::json;

use super::super::calls::Wanted;
use super::super::hello::Hello;
use super::super::tasks::{self, LISTS_WITH_CAPABILITY, Task, discover};
use crate::contract::{ListKind, probe};
use crate::protocol::{CLIENT_CAPABILITIES, TASKS_EXTENSION};

/// Names of what every request carries (2026-07-28, Base protocol, `_meta`).
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CLIENT: &str = "io.modelcontextprotocol/clientInfo";
const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// All probes, in their order. The one that leaves something open comes last.
pub(super) fn all(hello: &Hello, lists: &[ListKind], wanted: &Wanted) -> Vec<Task> {
    let mut steps = vec![
        tasks::spelled(probe::ID_STRING, discover(), RequestId::String, &discover()),
        tasks::spelled(probe::ID_LARGE, discover(), RequestId::Large, &discover()),
        guarded(probe::UNKNOWN_METHOD, tasks::unknown_method()),
        tasks::unknown_notification(),
        tasks::request(probe::AFTER_NOTIFICATION, discover()),
        tasks::cancel_unknown(),
        tasks::request(probe::AFTER_CANCEL, discover()),
        guarded(probe::VERSION_UNKNOWN, with_meta(&json!({ VERSION: "1900-01-01" }))),
        guarded(probe::META_MISSING, with_meta(&json!(null))),
        guarded(
            probe::CAPABILITIES_MISSING,
            with_meta(&json!({ CLIENT_CAPABILITIES: null })),
        ),
        guarded(probe::CLIENT_MISSING, with_meta(&json!({ CLIENT: null }))),
    ];
    if let Some(&kind) = lists.first() {
        steps.push(guarded(probe::CURSOR_UNKNOWN, tasks::unknown_cursor(kind)));
        steps.push(guarded(probe::CURSOR_TYPE, tasks::cursor_of_wrong_type(kind)));
        let bad_level = Call::with(
            kind.method(),
            json!({ "_meta": { LOG_LEVEL: "mcpward-no-such-level" } }),
        );
        steps.push(guarded(probe::LOG_LEVEL_UNKNOWN, bad_level));
    }
    // Both were answered before, the one after the other; now they come in the other order, and neither waits.
    if let Some(&kind) = lists.first() {
        let asked = |probe: &str, call| Asked {
            probe: probe.to_owned(),
            call,
        };
        steps.push(Step::Requests {
            requests: vec![
                asked(probe::STATELESS_LIST, Call::new(kind.method())),
                asked(probe::STATELESS_DISCOVER, discover()),
            ],
        });
    }
    let unknown = tasks::unknown_entries(lists, &discover());
    steps.extend(unknown.into_iter().map(|step| wanted.allowed(step)));
    if hello.has_extension(TASKS_EXTENSION) {
        for (name, extensions) in [
            (probe::TASK_UNDECLARED, json!({})),
            (probe::TASK_UNKNOWN, json!({ "extensions": { TASKS_EXTENSION: {} } })),
        ] {
            let mut params = tasks::unknown_task();
            params["_meta"] = json!({ CLIENT_CAPABILITIES: extensions });
            steps.push(guarded(name, Call::with("tasks/get", params)));
        }
    }
    for kind in LISTS_WITH_CAPABILITY {
        if !lists.contains(&kind) {
            steps.push(guarded(&probe::undeclared(kind.method()), Call::new(kind.method())));
        }
    }
    let completion = match hello.declares("completions") {
        true => probe::COMPLETION.to_owned(),
        false => probe::undeclared("completion/complete"),
    };
    steps.push(guarded(&completion, tasks::completion()));
    for (method, params) in [
        ("ping", None),
        ("logging/setLevel", Some(json!({ "level": "info" }))),
        ("resources/subscribe", Some(json!({ "uri": "mcpward://no/such" }))),
        ("tasks/list", None),
        ("tasks/result", Some(json!({ "taskId": "mcpward-no-such-task" }))),
    ] {
        let call = Call {
            params,
            ..Call::new(method)
        };
        steps.push(guarded(&probe::removed(method), call));
    }
    let listen = json!({ "notifications": { "toolsListChanged": true } });
    steps.push(guarded(probe::LISTEN, Call::with("subscriptions/listen", listen)));
    let learned = [Task::CursorAgain, Task::PromptIncomplete];
    learned.into_iter().chain(steps.into_iter().map(Task::step)).collect()
}

fn guarded(probe: &str, call: Call) -> Step {
    tasks::guarded(probe, call, &discover())
}

/// `server/discover` with a `_meta` of our own.
fn with_meta(meta: &serde_json::Value) -> Call {
    Call::with("server/discover", json!({ "_meta": meta }))
}
