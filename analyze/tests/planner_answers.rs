//! What the plan takes from answers: versions that are offered, and resources that are listed.

use serde_json::{Value, json};

use crate::planner::{plan, tool};

/// A server that named what it serves in its refusal was taken for one without handshake.
#[test]
fn a_version_that_a_refusal_offers_is_asked_for_once() {
    let server = |versions: &[&str]| {
        let pages = json!({ "tools": [[tool("read")]] });
        json!({ "versions": versions, "refuses_versions": true, "pages": pages })
    };
    let opened = |server: &Value, settings: &Value| {
        let steps = plan(server, settings);
        let is_open = |step: &&String| step.starts_with("open ");
        steps.iter().filter(is_open).cloned().collect::<Vec<_>>()
    };
    let legacy = json!({});
    let older = server(&["2025-03-26", "2025-06-18", "2099-01-01"]);
    assert_eq!(opened(&older, &legacy), ["open main", "open main"]);
    assert!(plan(&older, &legacy).contains(&"tools-list/1/1".to_owned()));
    // What we do not speak, or have asked for, is no offer.
    assert_eq!(opened(&server(&["2099-01-01"]), &legacy), ["open main"]);
    let contrary = json!({ "answers": { "initialize": {
        "error": { "code": -32022, "message": "no", "data": { "supported": ["2025-11-25"] } }
    } } });
    assert_eq!(opened(&contrary, &legacy), ["open main"]);
    // Nor is a second refusal followed.
    let endless = json!({ "answers": { "initialize": {
        "error": { "code": -32022, "message": "no", "data": { "supported": ["2025-11-25", "2025-06-18", "2025-03-26"] } }
    } } });
    assert_eq!(opened(&endless, &legacy), ["open main", "open main"]);
    // Whoever names a version wants that one.
    assert_eq!(opened(&older, &json!({ "protocol": "2025-11-25" })), ["open main"]);
}

#[test]
fn a_listed_resource_is_subscribed_to_and_left_again() {
    let server = |capability: Value, resources: Value| {
        json!({
            "pages": { "resources": [resources] },
            "initialize": { "capabilities": { "resources": capability } },
        })
    };
    let resources = json!([{ "uri": "note://b", "name": "b" }, { "uri": "note://a", "name": "a" }]);
    let asked = |server: &Value| {
        let steps = plan(server, &json!({ "checks": { "compliance": true } }));
        let ours = steps.into_iter().filter(|step| step.ends_with("subscribe"));
        ours.collect::<Vec<_>>()
    };
    let declared = json!({ "subscribe": true });
    assert_eq!(
        asked(&server(declared.clone(), resources.clone())),
        ["subscribe", "unsubscribe"]
    );
    assert_eq!(asked(&server(json!({}), resources)), Vec::<String>::new());
    assert_eq!(asked(&server(declared, json!([]))), Vec::<String>::new());
}

#[test]
fn what_needs_a_call_is_asked_of_one_tool_that_is_called_anyway() {
    let server = |capabilities: Value| {
        let read_only = json!({ "readOnlyHint": true });
        let tool = |name: &str| json!({ "name": name, "inputSchema": { "type": "object" }, "annotations": read_only });
        let writing = json!({ "name": "a", "inputSchema": { "type": "object" } });
        let pages = json!({ "tools": [[writing, tool("b"), tool("c")]] });
        json!({ "pages": pages, "initialize": { "capabilities": capabilities } })
    };
    let asked = |server: &Value, settings: &Value| {
        let steps = plan(server, settings);
        let is_ours =
            |step: &&String| ["no-arguments", "task-forbidden", "canceled"].contains(&step.split('/').next().unwrap());
        steps.iter().filter(is_ours).cloned().collect::<Vec<_>>()
    };
    let with_tasks = json!({ "tools": {}, "tasks": { "requests": { "tools": { "call": {} } } } });
    let plain = server(json!({ "tools": {} }));
    let timed = json!({ "checks": { "compliance": true, "latency": { "samples": 1 } } });
    assert_eq!(asked(&plain, &timed), ["no-arguments/b", "canceled/b"]);
    let tasks = server(with_tasks);
    assert_eq!(
        asked(&tasks, &timed),
        ["no-arguments/b", "task-forbidden/b", "canceled/b"]
    );
    // Only 2025-11-25 has them.
    let older = json!({ "protocol": "2025-06-18", "checks": { "compliance": true, "latency": { "samples": 1 } } });
    assert_eq!(asked(&tasks, &older), ["no-arguments/b", "canceled/b"]);
    // Over HTTP the order of two answers says nothing.
    let url = "https://tools.example/mcp";
    let remote = json!({ "server": { "transport": "http", "url": url }, "checks": { "compliance": true, "latency": { "samples": 1 } } });
    assert_eq!(asked(&plain, &remote), ["no-arguments/b"]);
    // Where nothing is called of our own accord, neither is this; nor where the protocol is not asked about.
    assert_eq!(
        asked(&tasks, &json!({ "checks": { "compliance": true } })),
        Vec::<String>::new()
    );
    let quiet = json!({ "checks": { "compliance": false, "latency": { "samples": 1 } } });
    assert_eq!(asked(&tasks, &quiet), Vec::<String>::new());
}

#[test]
fn a_task_is_followed_to_its_end_or_given_up() {
    let task = |status: &str| json!({ "taskId": "t-1", "status": status, "pollInterval": 5 });
    let server = |create: Value, get: Value| {
        let tool = json!({ "name": "b", "inputSchema": { "type": "object" },
            "annotations": { "readOnlyHint": true }, "execution": { "taskSupport": "optional" } });
        let capabilities = json!({ "tools": {}, "tasks": { "requests": { "tools": { "call": {} } } } });
        json!({
            "pages": { "tools": [[tool]] },
            "initialize": { "capabilities": capabilities },
            "answers": { "task-create/b": create, "tasks/get": get },
        })
    };
    let created = || json!({ "result": { "task": task("working") } });
    let asked = |create: Value, status: &str| {
        let settings = json!({ "checks": { "compliance": true, "latency": { "samples": 1 } } });
        let steps = plan(&server(create, json!({ "result": task(status) })), &settings);
        let begin = steps.iter().position(|step| step == "task-create/b").unwrap();
        let end = steps
            .iter()
            .position(|step| step.starts_with("tools-list/after"))
            .unwrap();
        steps[begin + 1..end].to_vec()
    };
    let ended = ["task-get/1/b", "task-result/b", "task-get/after/b", "task-cancel/b"];
    assert_eq!(asked(created(), "completed"), ended);
    assert_eq!(asked(created(), "failed"), ended);
    assert_eq!(asked(created(), "input_required"), ["task-get/1/b", "task-abandon/b"]);
    let endless = asked(created(), "working");
    let n_asked = endless.iter().filter(|step| step.starts_with("task-get/")).count();
    let n_waits = endless.iter().filter(|step| *step == "settle").count();
    assert_eq!(
        (n_asked, n_waits, endless.last().map(String::as_str)),
        (8, 7, Some("task-abandon/b"))
    );
    // Nothing is asked about a task that there is not.
    assert_eq!(
        asked(json!({ "error": { "code": -32601, "message": "no" } }), "working"),
        [""; 0]
    );
    assert_eq!(asked(json!({ "result": { "content": [] } }), "working"), [""; 0]);
}

#[test]
fn a_task_of_the_extension_is_followed_where_a_call_begins_one() {
    let task = |status: &str, kind: &str| json!({ "result": { "resultType": kind, "taskId": "t-1", "status": status, "pollIntervalMs": 5 } });
    let server = |create: Value, get: Value, extensions: Value| {
        let tool = |name: &str| json!({ "name": name, "inputSchema": { "type": "object" }, "annotations": { "readOnlyHint": true } });
        json!({
            "pages": { "tools": [[tool("a"), tool("b"), tool("c"), tool("d")]] },
            "discover": { "capabilities": { "tools": {}, "extensions": extensions } },
            "answers": { "task-create/b": create, "tasks/get": get },
        })
    };
    let begun = |protocol: &str, server: &Value| {
        let checks = json!({ "compliance": true, "latency": { "samples": 1 } });
        let steps = plan(server, &json!({ "protocol": protocol, "checks": checks }));
        let is_ours = |step: &&String| {
            let kind = step.split('/').next().unwrap();
            [
                "task-create",
                "task-get",
                "task-result",
                "task-cancel",
                "task-abandon",
                "settle",
            ]
            .contains(&kind)
        };
        steps.iter().filter(is_ours).cloned().collect::<Vec<_>>()
    };
    let extension = || json!({ "io.modelcontextprotocol/tasks": {} });
    let asked = |status: &str| {
        let get = task(status, "complete");
        begun("modern", &server(task("working", "task"), get, extension()))
    };
    let ended = [
        "task-create/a",
        "task-create/b",
        "task-get/1/b",
        "task-cancel/b",
        "task-get/after/b",
    ];
    assert_eq!(asked("completed"), ended);
    assert_eq!(asked("failed"), ended);
    assert_eq!(asked("input_required")[2..], ["task-get/1/b", "task-abandon/b"]);
    let endless = asked("working");
    let n_waits = endless.iter().filter(|step| *step == "settle").count();
    assert_eq!(
        (n_waits, endless.last().map(String::as_str)),
        (7, Some("task-abandon/b"))
    );
    // A few are called until one begins a task; an error is no reason to stop.
    let refused = json!({ "error": { "code": -32602, "message": "no" } });
    let none = server(refused, json!("timeout"), extension());
    let called = ["task-create/a", "task-create/b", "task-create/c"];
    assert_eq!(begun("modern", &none), called);
    // A server of both eras is asked without handshake, and a server without the extension not at all.
    assert_eq!(begun("auto", &none), called);
    assert_eq!(begun("legacy", &none), [""; 0]);
    let plain = server(task("working", "task"), task("completed", "complete"), json!({}));
    assert_eq!(begun("auto", &plain), [""; 0]);
    // Dry, it is refused.
    let dry =
        json!({ "protocol": "modern", "dry_run": true, "checks": { "compliance": true, "latency": { "samples": 1 } } });
    let steps = plan(&none, &dry);
    assert!(!steps.iter().any(|step| step.starts_with("task-create")), "{steps:?}");
    assert!(steps.contains(&"refuse a".to_owned()));
}
