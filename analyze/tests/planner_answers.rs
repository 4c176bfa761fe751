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
