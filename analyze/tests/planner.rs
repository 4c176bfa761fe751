//! The plan against described servers: what is asked, in which order, and that it ends.

use crate::support::{Described, capture, config};
use mcpward_schemas::snapshot::{EventKind, Record, Snapshot, Step};
use serde_json::{Value, json};

/// The steps in short: probes as they are, other steps as words.
fn steps(snapshot: &Snapshot) -> Vec<String> {
    let started = snapshot.records.iter().filter_map(|record| match record {
        Record::Event(event) => match &event.event {
            EventKind::StepStarted { step } => Some(step),
            _ => None,
        },
        _ => None,
    });
    started
        .map(|step| match step {
            Step::Open { scenario, .. } => format!("open {scenario}"),
            Step::Cancel { probe, .. } => probe.clone(),
            Step::Request { probe, .. }
            | Step::Notify { probe, .. }
            | Step::Raw { probe, .. }
            | Step::Http { probe, .. } => probe.clone(),
            Step::Requests { requests } => {
                let probes: Vec<_> = requests.iter().map(|asked| asked.probe.as_str()).collect();
                probes.join(" + ")
            }
            Step::Settle { .. } => "settle".to_owned(),
            Step::Refuse { tool, .. } => format!("refuse {tool}"),
            Step::Close => "close".to_owned(),
            Step::Done => "done".to_owned(),
        })
        .collect()
}

pub(crate) fn plan(server: &Value, settings: &Value) -> Vec<String> {
    let server: Described = serde_json::from_value(server.clone()).unwrap();
    let mut settings = settings.clone();
    if settings.get("protocol").is_none() {
        settings["protocol"] = json!("legacy");
    }
    if settings.pointer("/checks/compliance").is_none() {
        settings["checks"]["compliance"] = json!(false);
    }
    steps(&capture(&server, &config(&settings)))
}

pub(crate) fn tool(name: &str) -> Value {
    json!({ "name": name, "description": "Does it.", "inputSchema": { "type": "object" } })
}

const WHOLE: [&str; 9] = [
    "open main",
    "initialize",
    "initialized",
    "ping",
    "tools-list/1/1",
    "tools-list/2/1",
    "unknown-tool",
    "tools-list/after/1",
    "close",
];

#[test]
fn a_good_server_is_asked_everything_once_and_its_lists_twice() {
    let server = json!({ "pages": { "tools": [[tool("a")]] } });
    assert_eq!(plan(&server, &json!({})), WHOLE);
}

#[test]
fn every_declared_list_is_asked_for_with_all_pages() {
    let server = json!({ "pages": {
        "tools": [[tool("a")], [tool("b")]],
        "prompts": [[]],
        "resources": [[]],
    } });
    let steps = plan(&server, &json!({ "checks": { "errors": false } }));
    let expected = [
        "open main",
        "initialize",
        "initialized",
        "ping",
        "tools-list/1/1",
        "tools-list/1/2",
        "prompts-list/1/1",
        "resources-list/1/1",
        "templates-list/1/1",
        "tools-list/2/1",
        "tools-list/2/2",
        "prompts-list/2/1",
        "resources-list/2/1",
        "templates-list/2/1",
        "close",
    ];
    assert_eq!(steps, expected);
}

#[test]
fn questions_about_the_protocol_come_last() {
    let server =
        json!({ "pages": { "tools": [[]] }, "initialize": { "capabilities": { "tools": {}, "logging": {} } } });
    let steps = plan(&server, &json!({ "checks": { "compliance": true } }));
    let expected = [
        "id-string",
        "id-large",
        "unknown-method",
        "unknown-notification",
        "after-notification",
        "cancel-unknown",
        "after-cancel",
        "cursor-unknown",
        "cursor-type",
        "undeclared/prompts/list",
        "undeclared/resources/list",
        "undeclared/completion/complete",
        "logging-unknown",
        "logging",
        "logging-error",
        "logging-after",
        "tools-list/after/1",
        "logging-back",
        "close",
    ];
    assert_eq!(steps[WHOLE.len() - 2..], expected);
}

#[test]
fn only_the_handshake_where_nothing_is_declared() {
    assert_eq!(
        plan(&json!({}), &json!({})),
        ["open main", "initialize", "initialized", "ping", "close"]
    );
}

#[test]
fn a_refused_handshake_ends_in_good_order() {
    for answer in [
        json!({ "error": { "code": -32603, "message": "no database" } }),
        json!({ "result": [] }),
        json!("timeout"),
        json!("closed"),
        json!(["listening"]),
    ] {
        let server = json!({ "answers": { "initialize": answer } });
        assert_eq!(
            plan(&server, &json!({})),
            ["open main", "initialize", "close"],
            "{answer}"
        );
    }
}

#[test]
fn a_lost_connection_ends_the_plan() {
    let server = json!({ "pages": { "tools": [[tool("a")]] }, "answers": { "tools-list/1/1": "closed" } });
    assert_eq!(plan(&server, &json!({})), [&WHOLE[..5], &["close"]].concat());
}

#[test]
fn a_hung_server_is_given_up_after_three_requests() {
    let server = json!({
        "pages": { "tools": [[]], "prompts": [[]], "resources": [[]] },
        "answers": { "tools/list": "timeout", "prompts/list": "timeout", "resources/list": "timeout" },
    });
    let asked = ["tools-list/1/1", "prompts-list/1/1", "resources-list/1/1", "close"];
    assert_eq!(plan(&server, &json!({})), [&WHOLE[..4], &asked].concat());
}

#[test]
fn announced_changes_are_awaited_and_listed_again() {
    let changed = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    let tools = json!({ "tools": [[tool("a")]] });
    let early = json!({ "pages": tools, "after": { "initialized": [changed] } });
    let asked = [
        "settle",
        "tools-list/1/1",
        "tools-list/2/1",
        "unknown-tool",
        "tools-list/after/1",
        "close",
    ];
    assert_eq!(plan(&early, &json!({})), [&WHOLE[..4], &asked].concat());
    let between = json!({ "pages": tools, "after": { "tools-list/1/1": [changed] } });
    let asked = [
        "tools-list/1/1",
        "settle",
        "tools-list/2/1",
        "unknown-tool",
        "tools-list/after/1",
        "close",
    ];
    assert_eq!(plan(&between, &json!({})), [&WHOLE[..4], &asked].concat());
    let always = json!({ "pages": tools, "before": { "tools/list": [changed] } });
    let asked = [
        "tools-list/1/1",
        "settle",
        "tools-list/2/1",
        "settle",
        "tools-list/3/1",
        "unknown-tool",
        "tools-list/after/1",
        "close",
    ];
    assert_eq!(plan(&always, &json!({})), [&WHOLE[..4], &asked].concat());
}

fn n_pages(answer: &Value) -> usize {
    let server = json!({ "initialize": { "capabilities": { "tools": {} } }, "answers": { "tools/list": answer } });
    plan(&server, &json!({}))
        .iter()
        .filter(|step| step.starts_with("tools-list/1/"))
        .count()
}

#[test]
fn cursors_that_lead_nowhere_end() {
    // A page that brings nothing new and a cursor that came before: the second page proves it.
    assert_eq!(
        n_pages(&json!({ "result": { "tools": [tool("a")], "nextCursor": "x" } })),
        2
    );
    assert_eq!(n_pages(&json!({ "result": { "tools": [], "nextCursor": "" } })), 2);
    // No list and no text: nothing to follow.
    assert_eq!(n_pages(&json!({ "result": { "nextCursor": "x" } })), 1);
    assert_eq!(n_pages(&json!({ "result": { "tools": [], "nextCursor": 5 } })), 1);
    assert_eq!(n_pages(&json!({ "result": { "tools": [], "nextCursor": null } })), 1);
}

#[test]
fn a_thousand_pages_are_the_end() {
    let pages: Vec<Vec<Value>> = (0..1_200).map(|page| vec![tool(&format!("t{page}"))]).collect();
    let steps = plan(&json!({ "pages": { "tools": pages } }), &json!({}));
    assert_eq!(
        steps.iter().filter(|step| step.starts_with("tools-list/1/")).count(),
        1_000
    );
}

#[test]
fn a_version_that_must_be_served_is_asked_for_by_itself() {
    let settings = json!({ "expect": { "protocol_version": "2025-06-18" } });
    let steps = plan(&json!({ "pages": { "tools": [[]] } }), &settings);
    assert_eq!(
        steps[WHOLE.len()..],
        ["open version/2025-06-18", "initialize", "initialized", "close"]
    );
    let settings = json!({ "expect": { "protocol_version": "2025-11-25" } });
    assert_eq!(plan(&json!({ "pages": { "tools": [[]] } }), &settings), WHOLE);
}

#[test]
fn an_unknown_tool_is_unknown() {
    let server: Described =
        serde_json::from_value(json!({ "pages": { "tools": [[tool("mcpward_probe_3f9a1c7e")]] } })).unwrap();
    let snapshot = capture(&server, &config(&json!({})));
    let called: Vec<String> = snapshot
        .records
        .iter()
        .filter_map(|record| match record {
            Record::Frame(frame) => frame
                .text()
                .filter(|text| text.contains("tools/call"))
                .map(str::to_owned),
            _ => None,
        })
        .collect();
    assert_eq!(called.len(), 1);
    assert!(
        called[0].contains(r#""name":"mcpward_probe_3f9a1c7e_x""#),
        "{}",
        called[0]
    );
}

/// The plan where both eras are asked for.
fn both(server: &Value) -> Vec<String> {
    plan(server, &json!({ "protocol": "auto" }))
}

#[test]
fn the_era_without_handshake_is_asked_for_by_itself() {
    // A server with handshake only: one question, which no server of that era knows.
    let server = json!({ "pages": { "tools": [[tool("a")]] } });
    assert_eq!(
        both(&server),
        [&WHOLE[..], &["open modern", "discover", "close"]].concat()
    );
    // One that speaks both: the lists are asked for again, and nothing is called a second time.
    let server = json!({ "pages": { "tools": [[tool("a")]] }, "discover": {} });
    let modern = [
        "open modern",
        "discover",
        "tools-list/1/1",
        "tools-list/2/1",
        "unknown-tool",
        "tools-list/after/1",
        "close",
    ];
    assert_eq!(both(&server), [&WHOLE[..], &modern].concat());
}

#[test]
fn a_server_without_handshake_is_asked_everything() {
    let server = json!({
        "pages": { "tools": [[tool("a")]] },
        "discover": {},
        "answers": { "initialize": { "error": { "code": -32601, "message": "method not found" } } },
    });
    let refused = ["open main", "initialize", "close"];
    let modern = [
        "open modern",
        "discover",
        "tools-list/1/1",
        "tools-list/2/1",
        "unknown-tool",
        "tools-list/after/1",
        "close",
    ];
    assert_eq!(both(&server), [&refused[..], &modern].concat());
    assert_eq!(plan(&server, &json!({ "protocol": "modern" })), modern);
    assert_eq!(plan(&server, &json!({ "protocol": "2026-07-28" })), modern);
}

#[test]
fn only_a_result_of_discovery_begins_the_era() {
    for answer in [
        json!({ "result": {} }),
        json!({ "result": { "supportedVersions": ["2025-11-25"], "capabilities": {}, "resultType": "complete" } }),
        json!({ "error": { "code": -32601, "message": "method not found" } }),
        json!({ "error": { "code": -32022, "message": "unsupported", "data": { "supported": ["2030-01-01"] } } }),
        json!("silence"),
        json!("closed"),
        json!("timeout"),
    ] {
        let server = json!({ "discover": {}, "answers": { "discover": answer } });
        assert_eq!(
            plan(&server, &json!({ "protocol": "modern" })),
            ["open modern", "discover", "close"],
            "{answer}"
        );
    }
}

#[test]
fn a_server_that_is_not_there_is_not_asked_for_the_other_era() {
    let server = json!({ "answers": { "initialize": "timeout" } });
    assert_eq!(both(&server), ["open main", "initialize", "close"]);
}

#[test]
fn a_pinned_era_starts_one_process() {
    let server = json!({ "discover": {} });
    for protocol in ["legacy", "2025-06-18"] {
        let steps = plan(&server, &json!({ "protocol": protocol }));
        assert_eq!(
            steps.iter().filter(|step| step.starts_with("open")).count(),
            1,
            "{protocol}"
        );
    }
}

#[test]
fn the_matrix_asks_for_all_versions_and_for_one_that_there_is_not() {
    let settings = json!({ "protocol": "auto", "probes": { "versions": true } });
    let steps = plan(&json!({}), &settings);
    let opened: Vec<_> = steps.iter().filter(|step| step.starts_with("open")).collect();
    let expected = [
        "open main",
        "open modern",
        "open version/2024-11-05",
        "open version/2025-03-26",
        "open version/2025-06-18",
        "open version/1999-01-01",
    ];
    assert_eq!(opened, expected);
    let arrays = |compliance: bool, versions: &[&str]| {
        let settings = json!({ "probes": { "versions": true }, "checks": { "compliance": compliance } });
        let steps = plan(&json!({ "versions": versions }), &settings);
        let at = steps.iter().position(|step| step == "open batch")?;
        Some(steps[at..at + 4].join(", "))
    };
    let sent = "open batch, initialize, initialized, batch";
    assert_eq!(arrays(true, &["2025-03-26", "2025-11-25"]).as_deref(), Some(sent));
    let counter_offer = "open batch, initialize, initialized, close";
    assert_eq!(arrays(true, &["2025-11-25"]).as_deref(), Some(counter_offer));
    assert_eq!(arrays(false, &["2025-03-26"]), None);
    let pinned = plan(
        &json!({}),
        &json!({ "protocol": "legacy", "expect": { "protocol_version": "2026-07-28" } }),
    );
    assert_eq!(pinned[5..], ["open version/2026-07-28", "discover", "close"]);
}

#[test]
fn questions_about_the_other_era_end_with_the_subscription() {
    let server = json!({ "pages": { "tools": [[]] }, "discover": {} });
    let steps = plan(
        &server,
        &json!({ "protocol": "modern", "checks": { "compliance": true } }),
    );
    let expected = [
        "id-string",
        "id-large",
        "unknown-method",
        "unknown-notification",
        "after-notification",
        "cancel-unknown",
        "after-cancel",
        "version-unknown",
        "meta-missing",
        "capabilities-missing",
        "client-missing",
        "cursor-unknown",
        "cursor-type",
        "log-level-unknown",
        "stateless-list + stateless-discover",
        "undeclared/prompts/list",
        "undeclared/resources/list",
        "undeclared/completion/complete",
        "removed/ping",
        "removed/logging/setLevel",
        "removed/resources/subscribe",
        "removed/tasks/list",
        "removed/tasks/result",
        "listen",
        "tools-list/after/1",
        "close",
    ];
    assert_eq!(steps[5..], expected);
}

#[test]
fn what_no_client_may_send_goes_to_connections_of_its_own() {
    let server =
        json!({ "pages": { "tools": [[tool("a")]], "resources": [[{ "uri": "file:///srv/a.txt", "name": "a" }]] } });
    let settings = json!({ "probes": { "malformed": true } });
    let steps = plan(&server, &settings);
    let first = steps
        .iter()
        .position(|step| step.starts_with("open malformed/"))
        .unwrap();
    let expected = [
        ["open malformed/ping-early", "ping-early", "close"].as_slice(),
        &["open malformed/list-early", "list-early", "close"],
        &[
            "open malformed/not-json",
            "initialize",
            "initialized",
            "not-json",
            "close",
        ],
        &[
            "open malformed/no-method",
            "initialize",
            "initialized",
            "no-method",
            "old-jsonrpc",
            "close",
        ],
        &[
            "open malformed/null-id",
            "initialize",
            "initialized",
            "null-id",
            "close",
        ],
        &[
            "open malformed/not-utf8",
            "initialize",
            "initialized",
            "not-utf8",
            "blank-line",
            "carriage-return",
            "close",
        ],
        &[
            "open malformed/initialize-again",
            "initialize",
            "initialized",
            "initialize-again",
            "close",
        ],
        &[
            "open malformed/traversal",
            "initialize",
            "initialized",
            "traversal",
            "close",
        ],
    ]
    .concat();
    assert_eq!(steps[first..], expected);
    assert!(
        !plan(&server, &json!({}))
            .iter()
            .any(|step| step.starts_with("open malformed/"))
    );
}

#[test]
fn other_clients_are_shown_the_lists_only() {
    let settings = json!({ "client": { "compare": [{ "name": "other" }] } });
    let server = json!({ "pages": { "tools": [[tool("a")]] } });
    let steps = plan(&server, &settings);
    assert_eq!(
        steps[WHOLE.len()..],
        ["open client/1", "initialize", "initialized", "tools-list/1/1", "close"]
    );
}

#[test]
fn as_many_calls_are_under_way_as_is_asked() {
    let server = json!({ "pages": { "tools": [[tool("read")]] } });
    let latency = json!({ "samples": 3, "warmup": 1, "concurrency": 2, "tools": [{ "name": "read" }] });
    let found = plan(&server, &json!({ "checks": { "errors": false, "latency": latency } }));
    let calls: Vec<_> = found.iter().filter(|step| step.contains("read")).collect();
    assert_eq!(
        calls,
        ["warmup/0/read", "latency/0/read + latency/1/read", "latency/2/read"]
    );
}

#[test]
fn odd_inputs_go_on_where_the_server_ended() {
    let mut read = tool("read");
    read["annotations"] = json!({ "readOnlyHint": true });
    let server = json!({
        "pages": { "tools": [[read, tool("write")]] },
        "answers": { "fuzz/1/0/read": "closed" },
    });
    let settings = json!({ "checks": { "errors": false, "fuzz": { "inputs": 2 } } });
    let found = plan(&server, &settings);
    let begin = found.iter().position(|step| step == "refuse write").unwrap();
    assert_eq!(
        found[begin + 1..],
        [
            "close",
            "open fuzz/1",
            "initialize",
            "initialized",
            "fuzz/1/0/read",
            "close",
            "open fuzz/2",
            "initialize",
            "initialized",
            "fuzz/1/1/read",
            "close"
        ]
    );
    // A server that ends each time: once a connection, and no more than ten of them.
    let mut wide = tool("read");
    wide["annotations"] = json!({ "readOnlyHint": true });
    wide["inputSchema"]["properties"] = json!({ "title": { "type": "string" } });
    let always = json!({ "pages": { "tools": [[wide]] }, "answers": { "tools/call": "closed" } });
    let opened = |inputs: u32| {
        let settings = json!({ "checks": { "errors": false, "fuzz": { "inputs": inputs } } });
        let found = plan(&always, &settings);
        let opened = found.iter().filter(|step| step.starts_with("open fuzz/")).count();
        (opened, found.last().cloned())
    };
    assert_eq!(opened(3).0, 3);
    assert_eq!(opened(10), (10, Some("close".to_owned())));
    assert_eq!(opened(15), (10, Some("refuse read".to_owned())));
    let mut dry = settings.clone();
    dry["dry_run"] = json!(true);
    let found = plan(&server, &dry);
    assert!(found.iter().all(|step| !step.contains("fuzz")), "{found:?}");
}
