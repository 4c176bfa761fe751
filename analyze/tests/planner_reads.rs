//! Which resources are read of our own accord.

use serde_json::{Value, json};

use crate::planner::{plan, tool};

#[test]
fn pages_that_tools_link_are_read_once() {
    let linking = |name: &str, meta: Value| {
        let mut tool = tool(name);
        tool["_meta"] = meta;
        tool
    };
    let server = json!({ "pages": { "resources": [[]], "tools": [[
        linking("a", json!({ "ui": { "resourceUri": "ui://map" } })),
        linking("b", json!({ "ui/resourceUri": "ui://map" })),
        linking("c", json!({ "ui": { "resourceUri": "ui://chart" } })),
        linking("d", json!({ "ui": { "resourceUri": "https://example.com/" } })),
    ]] } });
    let read = |server: &Value, settings: Value| {
        let steps = plan(server, &settings).into_iter();
        steps.filter(|step| step.contains("ui://")).collect::<Vec<_>>()
    };
    let settings = |compliance: bool| json!({ "checks": { "compliance": compliance } });
    let together = "ui-page/ui://chart + ui-page/ui://map";
    assert_eq!(read(&server, settings(true)), [together]);
    assert_eq!(read(&server, settings(false)), [""; 0]);
    assert_eq!(read(&server, json!({ "checks": { "drift": {} } })), [together]);
    let dry = json!({ "checks": { "compliance": true }, "dry_run": true });
    assert_eq!(read(&server, dry), ["refuse ui://chart", "refuse ui://map"]);
    let mut undeclared = server.clone();
    undeclared["initialize"] = json!({ "capabilities": { "tools": {} } });
    assert_eq!(read(&undeclared, settings(true)), [""; 0]);
    let mut modern = server;
    modern["discover"] = json!({});
    let both = json!({ "protocol": "auto", "checks": { "compliance": true } });
    assert_eq!(read(&modern, both), [together]);
    modern["versions"] = json!([]);
    assert_eq!(
        read(
            &modern,
            json!({ "protocol": "modern", "checks": { "compliance": true } })
        ),
        [together]
    );
}

#[test]
fn as_many_resources_are_read_as_is_asked_for() {
    let mut linking = tool("a");
    linking["_meta"] = json!({ "ui": { "resourceUri": "ui://a" } });
    let resources = ["ui://a", "notes:///b", "notes:///a", "notes:///b", "notes:///c"];
    let resources = resources.map(|uri| json!({ "uri": uri, "name": uri })).to_vec();
    let server = json!({ "pages": { "tools": [[linking]], "resources": [resources] } });
    let read = |settings: Value| {
        let steps = plan(&server, &settings).into_iter();
        steps.filter(|step| step.contains("://")).collect::<Vec<_>>()
    };
    let page = "ui-page/ui://a";
    let settings = |n: u32| json!({ "checks": { "compliance": true }, "probes": { "resources": n } });
    assert_eq!(read(settings(0)), [page]);
    assert_eq!(read(settings(1)), [page, "resource-read/notes:///b"]);
    let two = "resource-read/notes:///b + resource-read/notes:///a";
    assert_eq!(read(settings(2)), [page, two]);
    let all = "resource-read/notes:///b + resource-read/notes:///a + resource-read/notes:///c";
    assert_eq!(read(settings(99)), [page, all]);
    let mut dry = settings(1);
    dry["dry_run"] = json!(true);
    assert_eq!(
        read(dry),
        ["refuse ui://a", "refuse notes:///b", "refuse mcpward://no/such"]
    );
}
