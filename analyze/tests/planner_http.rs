//! The plan over HTTP: which requests are spelled, where, and in which order.

use serde_json::{Value, json};

use crate::planner::plan;

/// A server at a URL of this machine.
fn over_http(transport: &str) -> Value {
    json!({
        "server": { "transport": transport, "url": "http://localhost/mcp" },
        "checks": { "compliance": true, "errors": false },
    })
}

#[test]
fn requests_with_other_headers_go_to_a_session_of_their_own_behind_all_others() {
    let server = json!({ "session": "s-1" });
    let steps = plan(&server, &over_http("http"));
    let first = steps.iter().position(|step| step == "open http-session").unwrap();
    assert_eq!(steps[first - 1], "close");
    let expected = [
        "open http-session",
        "initialize",
        "initialized",
        "close",
        "open http",
        "initialize",
        "http-initialized",
        "http-get",
        "http-origin",
        "http-origin-own",
        "http-host",
        "http-version-bad",
        "http-version-missing",
        "http-session-missing",
        "http-session-unknown",
        "http-notification-refused",
        "http-event-unknown",
        "http-delete",
        "http-session-ended",
        "close",
    ];
    assert_eq!(steps[first..], expected);
    // A server without sessions is asked no less: the recorder sends what makes sense.
    assert_eq!(plan(&json!({}), &over_http("http"))[first..], expected);
    assert_eq!(plan(&server, &over_http("sse")), steps[..first]);
    let mut elsewhere = over_http("http");
    elsewhere["server"]["url"] = json!("https://mcp.example/mcp");
    assert!(!plan(&server, &elsewhere).contains(&"http-host".to_owned()));
    let mut silent = over_http("http");
    silent["checks"]["compliance"] = json!(false);
    assert!(!plan(&server, &silent).contains(&"open http".to_owned()));
}

#[test]
fn tokens_are_asked_about_where_one_is_sent() {
    let asked = |server: &Value, config: &Value| {
        let about = ["http-token", "http-metadata"];
        let mut steps = plan(server, config);
        steps.retain(|step| about.iter().any(|name| step.starts_with(name)));
        steps
    };
    let mut config = over_http("http");
    assert!(asked(&json!({}), &config).is_empty());
    config["server"]["headers"] = json!({ "authorization": "Bearer [redacted:TOKEN]" });
    let mut expected = vec![
        "http-token-missing",
        "http-token-invalid",
        "http-metadata",
        "http-metadata-of-origin",
    ];
    assert_eq!(asked(&json!({}), &config), expected);
    // A token in a URL is lost to whoever reads the logs.
    config["probes"] = json!({ "query_token": true });
    expected.push("http-token-in-query");
    assert_eq!(asked(&json!({}), &config), expected);
    config["protocol"] = json!("auto");
    let mut modern = json!({ "discover": {} });
    modern["answers"]["initialize"] = json!({ "error": { "code": -32601, "message": "no" } });
    assert_eq!(asked(&modern, &config), expected);
}

#[test]
fn headers_without_handshake_are_asked_about_on_a_connection_of_their_own() {
    let mirrored = [
        "open http-modern",
        "discover",
        "http-method-other",
        "http-version-other",
        "http-method-missing",
        "http-method-case",
        "http-session-strange",
    ];
    let naming = ["http-name-other", "http-name-missing", "http-name-encoded"];
    let alone = [
        "http-get-modern",
        "http-delete-modern",
        "http-origin",
        "http-origin-own",
        "http-host",
    ];
    let asked = |server: &Value, config: &Value| {
        let mut config = config.clone();
        config["protocol"] = json!("auto");
        let steps = plan(server, &config);
        let first = steps.iter().position(|step| step == "open http-modern");
        first.map_or(Vec::new(), |first| steps[first..].to_vec())
    };
    let tools = json!({ "tools": [[{ "name": "read", "inputSchema": { "type": "object" } }]] });
    let both = json!({ "pages": tools, "discover": {} });
    let expected = [&mirrored[..], &naming, &["close"]].concat();
    assert_eq!(asked(&both, &over_http("http")), expected);
    // A server without handshake has no other connection for what concerns every version.
    let mut modern = json!({ "discover": {} });
    modern["answers"]["initialize"] = json!({ "error": { "code": -32601, "message": "no" } });
    let expected = [&mirrored[..], &alone, &["close"]].concat();
    assert_eq!(asked(&modern, &over_http("http")), expected);
    // What is only to be shown asks for no tool, be it one that there is not.
    let mut dry = over_http("http");
    dry["dry_run"] = json!(true);
    let called: Vec<_> = naming
        .iter()
        .filter(|name| asked(&both, &dry).contains(&(**name).to_owned()))
        .collect();
    assert!(called.is_empty(), "{called:?}");
}
