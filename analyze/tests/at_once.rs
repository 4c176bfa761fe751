//! Probes that are under way at a time: all of them are asked, and where one is not answered, it is asked by itself.

use mcpward_analyze::analyze;
use mcpward_schemas::report::Status;
use serde_json::{Value, json};

use crate::kinds::inputs;
use crate::planner::plan;
use crate::support::{Described, capture, config};

/// A server of two tools that need an argument; its answers by probe.
fn server(answers: &Value) -> Value {
    let tool = |name: &str| {
        json!({
            "name": name,
            "description": "Reads it.",
            "annotations": { "readOnlyHint": true },
            "inputSchema": { "type": "object", "properties": { "x": { "type": "string" } }, "required": ["x"] },
        })
    };
    json!({ "pages": { "tools": [[tool("a"), tool("b")]] }, "answers": answers })
}

/// What comes after the tool that is unknown.
fn asked(answers: &Value, settings: &Value) -> Vec<String> {
    let mut steps = plan(&server(answers), settings);
    let first = steps.iter().position(|step| step == "unknown-tool").unwrap();
    steps.split_off(first + 1)
}

const TOGETHER: &str = "missing-required/a + wrong-type/a + missing-required/b + wrong-type/b";

#[test]
fn probes_of_the_error_contract_are_under_way_together() {
    let found = asked(&json!({}), &json!({}));
    assert_eq!(found, [TOGETHER, "malformed-request/a", "tools-list/after/1", "close"]);
    let three = asked(&json!({}), &json!({ "limits": { "at_once_max": 3 } }));
    let expected = "missing-required/a + wrong-type/a + missing-required/b";
    assert_eq!(
        three,
        [
            expected,
            "wrong-type/b",
            "malformed-request/a",
            "tools-list/after/1",
            "close"
        ]
    );
    let over_http =
        json!({ "server": { "transport": "http", "url": "http://localhost" }, "limits": { "at_once_max": 1 } });
    assert_eq!(asked(&json!({}), &over_http).len(), 7);
}

#[test]
fn what_is_not_answered_in_time_is_asked_by_itself() {
    let found = asked(
        &json!({ "wrong-type/a": "timeout", "wrong-type/b": "timeout" }),
        &json!({}),
    );
    assert_eq!(found, [TOGETHER, "wrong-type/a", "wrong-type/b", "close"]);
}

#[test]
fn what_a_server_ends_of_is_found_on_a_connection_of_its_own() {
    let answers = json!({ "missing-required/b": "closed" });
    let found = asked(&answers, &json!({}));
    let expected = [
        TOGETHER,
        "close",
        "open one-by-one",
        "initialize",
        "initialized",
        "missing-required/b",
        "close",
    ];
    assert_eq!(found, expected);
    let described: Described = serde_json::from_value(server(&answers)).unwrap();
    let settings = config(&json!({ "protocol": "legacy" }));
    let report = analyze(&inputs(capture(&described, &settings), &settings));
    let of = |rule: &str| {
        let results = report.results.iter().filter(|result| result.id == rule);
        results.map(|result| result.status).collect::<Vec<_>>()
    };
    assert_eq!(of("errors/missing-required"), [Status::Pass, Status::Fail]);
    // It was sent behind the one that ended the server, and says nothing.
    assert_eq!(of("errors/wrong-type"), [Status::Pass, Status::Skip]);
}
