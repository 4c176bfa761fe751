//! What the plan asks because of what it has seen: lists, extensions, calls.

use serde_json::{Value, json};

use crate::planner::{plan, tool};

#[test]
fn what_lists_hold_is_asked_for_as_well() {
    let prompt = json!({ "name": "greet", "arguments": [{ "name": "who", "required": true }] });
    let server = json!({
        "pages": { "tools": [[tool("a")], [tool("b")]], "prompts": [[{ "name": "plain" }, prompt]] },
        "initialize": { "capabilities": { "tools": {}, "prompts": {}, "tasks": {} } },
    });
    let asked = |settings: Value| {
        let steps = plan(&server, &settings);
        let known = ["cursor-again", "prompt-incomplete", "task-unknown", "refuse greet"];
        let is_known = |step: &String| known.contains(&step.as_str());
        steps.into_iter().filter(is_known).collect::<Vec<_>>()
    };
    let compliance = json!({ "checks": { "compliance": true } });
    assert_eq!(asked(compliance), ["cursor-again", "prompt-incomplete", "task-unknown"]);
    assert!(asked(json!({})).is_empty());
    let dry = json!({ "checks": { "compliance": true }, "dry_run": true });
    assert_eq!(asked(dry), ["cursor-again", "refuse greet", "task-unknown"]);
}

#[test]
fn a_declared_extension_is_asked_about_by_both_kinds_of_clients() {
    let extensions = json!({ "io.modelcontextprotocol/tasks": {} });
    let server = json!({ "discover": { "capabilities": { "extensions": extensions } } });
    let settings = json!({ "protocol": "modern", "checks": { "compliance": true } });
    let steps = plan(&server, &settings);
    let asked: Vec<_> = steps.iter().filter(|step| step.starts_with("task-")).collect();
    assert_eq!(asked, ["task-undeclared", "task-unknown"]);
}

#[test]
fn tools_are_listed_again_behind_calls_only() {
    let after = |server: &Value, settings: Value| {
        let steps = plan(server, &settings);
        let pages = steps.iter().filter(|step| step.starts_with("tools-list/after/"));
        pages.count()
    };
    let server = json!({ "pages": { "tools": [[tool("a")], [tool("b")]] } });
    assert_eq!(after(&server, json!({})), 2);
    assert_eq!(after(&server, json!({ "checks": { "errors": false } })), 0);
    assert_eq!(after(&server, json!({ "dry_run": true })), 0);
    // A list that has no end is not walked a third time, nor one that is not there.
    let circle = json!({ "result": { "tools": [tool("a")], "nextCursor": "x" } });
    for answer in [circle, json!({ "error": { "code": -32603, "message": "no" } })] {
        let server = json!({ "initialize": { "capabilities": { "tools": {} } }, "answers": { "tools/list": answer } });
        assert_eq!(after(&server, json!({})), 0);
    }
}
