//! Kinds of drift that tools before this one passed over in silence, and kinds that they cried wolf about.
//!
//! Each row is the smallest pair that shows the kind, with everything that is said about it.

mod schemas;
mod server;
mod texts;

use mcpward_analyze::{Inputs, Report, Trusted, analyze_drift, contract_of};
use mcpward_schemas::config::Config;
use mcpward_schemas::report::{Finding, Severity, Status};
use mcpward_schemas::snapshot::Snapshot;
use serde_json::{Value, json};

use crate::support::{Described, capture, config};

/// What is said about the way from one server to another: status, class and pointer of each change, as policy leaves it.
pub(crate) fn said(old: &Value, new: &Value, settings: &Value) -> Vec<String> {
    let report = compared(old, new, settings);
    let changes = report.results.iter().filter(|finding| finding.change.is_some());
    changes.map(line).collect()
}

/// What the rules about hostile texts say to it.
pub(crate) fn security(old: &Value, new: &Value) -> Vec<String> {
    let report = compared(old, new, &standard());
    let rows = report.results.iter().filter(|finding| finding.family == "security");
    rows.map(line).collect()
}

fn compared(old: &Value, new: &Value, settings: &Value) -> Report {
    let config = config(settings);
    let snapshot = |server: &Value| {
        let server: Described = serde_json::from_value(server.clone()).unwrap();
        capture(&server, &config)
    };
    let trusted = contract_of(&snapshot(old), &config).unwrap();
    let inputs = inputs(snapshot(new), &config);
    analyze_drift(&inputs, Trusted::Contract("old.mcpsnap", &trusted), None)
}

pub(crate) fn inputs(snapshot: Snapshot, config: &Config) -> Inputs {
    Inputs {
        snapshots: vec![("new.mcpsnap".to_owned(), snapshot)],
        config: config.clone(),
        config_file: None,
        lock: None,
        locks: std::collections::BTreeMap::new(),
        client_profiles: Vec::new(),
        goldens: std::collections::BTreeMap::new(),
        goldens_unused: Vec::new(),
        latency_baseline: None,
        detectors: std::collections::BTreeMap::new(),
        places: std::collections::BTreeMap::new(),
        as_of: None,
        version: "0.0.0".to_owned(),
        ahead: Default::default(),
    }
}

fn line(finding: &Finding) -> String {
    let word = match (finding.status, finding.severity) {
        (Status::Fail, _) => "fail",
        (Status::Warn, _) => "warn",
        (_, Severity::Info) => "note",
        _ => "pass",
    };
    let id = finding.id.trim_start_matches("drift/");
    let at = finding.pointer.as_ref().map_or("", |at| at.raw());
    format!("{word} {id} {at}").trim_end().to_owned()
}

/// Under the settings that say least: what fails here fails everywhere.
pub(crate) fn high() -> Value {
    json!({ "checks": { "drift": { "fail_on": "high" } } })
}

pub(crate) fn standard() -> Value {
    json!({ "checks": { "drift": {} } })
}

/// A server with one tool.
pub(crate) fn server(tool: &Value) -> Value {
    let mut whole =
        json!({ "name": "look_up", "description": "Looks a word up.", "inputSchema": { "type": "object" } });
    for (name, value) in tool.as_object().unwrap() {
        whole[name] = value.clone();
    }
    json!({ "pages": { "tools": [[whole]] } })
}

/// A server whose one tool takes these arguments.
pub(crate) fn taking(schema: &Value) -> Value {
    server(&json!({ "inputSchema": object(schema) }))
}

/// A server whose one tool gives these results.
pub(crate) fn giving(schema: &Value) -> Value {
    server(&json!({ "outputSchema": object(schema) }))
}

/// A schema of one property, where it is no object with members of its own.
fn object(schema: &Value) -> Value {
    let is_whole = ["properties", "$defs", "description", "patternProperties", "type"]
        .iter()
        .any(|name| {
            schema.get(name).is_some_and(|value| {
                value.is_object() || *name == "description" && schema.get("type") == Some(&json!("object"))
            })
        });
    if is_whole || schema.get("type") == Some(&json!("object")) {
        return schema.clone();
    }
    json!({ "type": "object", "properties": { "v": schema } })
}

pub(crate) const BREAKS: &[&str] = &["fail breaking_schema_change /inputSchema"];
pub(crate) const WIDER: &[&str] = &["note nonbreaking_schema_change /inputSchema"];
pub(crate) const REWRITTEN: &[&str] = &["note schema_rewritten /tools"];
pub(crate) const NOTHING: &[&str] = &[];
