//! Questions about the protocol itself on a connection of the handshake era: odd but legal requests, each guarded by a ping,
//! so that silence costs no waiting.

use mcpward_schemas::snapshot::{Call, RequestId, Step};
use serde_json::json;

use super::calls::Wanted;
use super::hello::Hello;
use super::tasks::{self, Task, ping};
use crate::contract::{ListKind, probe};

/// All probes of the main connection, in their order. What may change the server's state comes last. `version` is the one
/// agreed on, empty where the server named none.
pub(super) fn all(version: &str, hello: &Hello, lists: &[ListKind], wanted: &Wanted) -> Vec<Task> {
    let mut steps = vec![
        spelled(probe::ID_STRING, RequestId::String),
        spelled(probe::ID_LARGE, RequestId::Large),
        guarded(probe::UNKNOWN_METHOD, tasks::unknown_method()),
        tasks::unknown_notification(),
        tasks::request(probe::AFTER_NOTIFICATION, ping()),
        tasks::cancel_unknown(),
        tasks::request(probe::AFTER_CANCEL, ping()),
    ];
    if let Some(&kind) = lists.first() {
        steps.push(guarded(probe::CURSOR_UNKNOWN, tasks::unknown_cursor(kind)));
        steps.push(guarded(probe::CURSOR_TYPE, tasks::cursor_of_wrong_type(kind)));
    }
    let unknown = tasks::unknown_entries(lists, &ping());
    steps.extend(unknown.into_iter().map(|step| wanted.allowed(step)));
    if hello.has_tasks() && version == "2025-11-25" {
        steps.push(guarded(
            probe::TASK_UNKNOWN,
            Call::with("tasks/get", tasks::unknown_task()),
        ));
    }
    for kind in tasks::LISTS_WITH_CAPABILITY {
        if !lists.contains(&kind) {
            steps.push(guarded(&probe::undeclared(kind.method()), Call::new(kind.method())));
        }
    }
    // 2024-11-05 had completion without a capability for it.
    if hello.declares("completions") {
        steps.push(guarded(probe::COMPLETION, tasks::completion()));
    } else if version > "2024-11-05" {
        steps.push(guarded(&probe::undeclared("completion/complete"), tasks::completion()));
    }
    // A server that takes any level is given a proper one behind it.
    if hello.declares("logging") {
        steps.push(guarded(probe::LOGGING_UNKNOWN, level("mcpward-no-such-level")));
        steps.push(guarded(probe::LOGGING, level("info")));
    } else {
        steps.push(guarded(&probe::undeclared("logging/setLevel"), level("info")));
    }
    let learned = [Task::CursorAgain, Task::PromptIncomplete];
    let subscription = hello.has_subscriptions().then_some(Task::Subscription);
    let steps = steps.into_iter().map(Task::step);
    learned.into_iter().chain(steps).chain(subscription).collect()
}

/// What is asked behind everything else, around what comes last: whether a log level is minded. The usual level is set again,
/// since some servers keep one for all their clients.
pub(super) fn quiet(lists: &[ListKind]) -> [Step; 3] {
    let listed = lists.first().map_or_else(ping, |kind| Call::new(kind.method()));
    [
        guarded(probe::LOGGING_ERROR, level("error")),
        guarded(probe::LOGGING_AFTER, listed),
        guarded(probe::LOGGING_BACK, level("info")),
    ]
}

fn level(level: &str) -> Call {
    Call::with("logging/setLevel", json!({ "level": level }))
}

fn guarded(probe: &str, call: Call) -> Step {
    tasks::guarded(probe, call, &ping())
}

fn spelled(probe: &str, id: RequestId) -> Step {
    tasks::spelled(probe, ping(), id, &ping())
}
