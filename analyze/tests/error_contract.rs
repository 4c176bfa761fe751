//! The tables of the error contract: each kind of answer, in each version, comes to exactly one verdict.

use std::collections::BTreeMap;

use mcpward_analyze::{Inputs, analyze};
use mcpward_schemas::report::{Severity, Status};
use serde_json::{Value, json};

use crate::support::{Described, capture, config};

/// Versions, oldest first; the last is asked without handshake.
const VERSIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// A kind of answer, and what it comes to in each version.
type Row = (&'static str, [&'static str; 5]);

/// Rule, the probe whose answer it judges, and its table.
type Table = (&'static str, &'static str, &'static [Row]);

const SILENCE: [Row; 3] = [
    ("silence", ["fail"; 5]),
    ("timeout", ["fail"; 5]),
    ("closed", ["fail"; 5]),
];

const TABLES: [Table; 8] = [
    (
        "errors/unknown-tool",
        "unknown-tool",
        &[
            ("-32602", ["pass"; 5]),
            ("-32601", ["note", "note", "note", "note", "warn"]),
            ("-32603", ["warn"; 5]),
            ("-32000", ["warn"; 5]),
            ("0", ["warn"; 5]),
            ("isError", ["warn"; 5]),
            ("success", ["fail"; 5]),
            ("input_required", ["fail"; 5]),
            ("task", ["fail"; 5]),
        ],
    ),
    (
        "errors/missing-required",
        "missing-required/read_note",
        &[
            ("isError", ["pass"; 5]),
            ("-32602", ["pass", "pass", "pass", "warn", "note"]),
            ("-32603", ["warn"; 5]),
            ("-32000", ["warn"; 5]),
            ("-32601", ["warn"; 5]),
            ("success", ["fail"; 5]),
            ("input_required", ["fail", "fail", "fail", "fail", "note"]),
            ("task", ["fail", "fail", "fail", "fail", "note"]),
        ],
    ),
    (
        "errors/wrong-type",
        "wrong-type/read_note",
        &[
            ("isError", ["pass"; 5]),
            ("-32602", ["pass", "pass", "pass", "warn", "note"]),
            ("-32603", ["warn"; 5]),
            ("-32000", ["warn"; 5]),
            ("-32601", ["warn"; 5]),
            ("success", ["warn"; 5]),
            ("input_required", ["warn", "warn", "warn", "warn", "note"]),
            ("task", ["warn", "warn", "warn", "warn", "note"]),
        ],
    ),
    (
        "errors/malformed-request",
        "malformed-request/read_note",
        &[
            ("-32602", ["pass"; 5]),
            ("-32600", ["pass"; 5]),
            ("-32603", ["warn"; 5]),
            ("-32601", ["warn"; 5]),
            ("isError", ["note", "note", "note", "warn", "warn"]),
            ("success", ["warn", "warn", "warn", "fail", "fail"]),
            ("input_required", ["warn", "warn", "warn", "fail", "fail"]),
            ("task", ["warn", "warn", "warn", "fail", "fail"]),
        ],
    ),
    (
        "errors/tool-exception",
        "suite/0/case/0",
        &[
            ("isError", ["pass"; 5]),
            ("success", ["pass"; 5]),
            ("-32603", ["warn"; 5]),
            ("http 500", ["fail"; 5]),
            ("http 503", ["fail"; 5]),
        ],
    ),
    (
        "errors/is-error-without-text",
        "suite/0/case/0",
        &[
            ("isError", ["pass"; 5]),
            ("isError without text", ["warn"; 5]),
            ("success", ["pass"; 5]),
        ],
    ),
    (
        "errors/error-in-success",
        "suite/0/case/0",
        &[
            ("success", ["pass"; 5]),
            ("success with an error", ["warn"; 5]),
            ("isError", ["pass"; 5]),
        ],
    ),
    (
        "errors/protocol-error-in-text",
        "suite/0/case/0",
        &[("isError", ["pass"; 5]), ("isError with an error", ["note"; 5])],
    ),
];

#[test]
fn each_kind_of_answer_has_one_verdict_in_each_version() {
    let mut n_cells = 0;
    let mut wrong = Vec::new();
    for (rule, probe, rows) in TABLES {
        let is_asked = !probe.starts_with("suite/");
        for (answer, verdicts) in rows.iter().chain(SILENCE.iter().filter(|_| is_asked)) {
            for (version, expected) in VERSIONS.into_iter().zip(verdicts) {
                let found = verdict(rule, probe, answer, version, "default");
                if found != *expected {
                    wrong.push(format!("{rule}, {answer}, {version}: {found}, not {expected}"));
                }
                n_cells += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(n_cells, 290);
}

#[test]
fn a_warning_of_the_tables_fails_the_strict_profile() {
    for version in VERSIONS {
        let found = verdict("errors/unknown-tool", "unknown-tool", "isError", version, "strict");
        assert_eq!(found, "fail", "{version}");
    }
}

/// The worst of what a rule says where one probe is answered so and all others well.
fn verdict(rule: &str, probe: &str, answer: &str, version: &str, profile: &str) -> &'static str {
    let tool = json!({
        "name": "read_note", "description": "Reads one note by its title.", "annotations": { "readOnlyHint": true },
        "inputSchema": { "type": "object", "properties": { "title": { "type": "string" } }, "required": ["title"] },
    });
    let is_modern = version == VERSIONS[4];
    let config = config(&json!({
        "profile": profile, "protocol": version,
        "checks": { "compliance": false, "schema": false, "security": false },
        "suites": [{ "tool": "read_note", "cases": [{ "name": "reads", "args": { "title": "Milk" } }] }],
    }));
    let good = json!({ "result": { "content": [{ "type": "text", "text": "two bottles" }] } });
    let server = Described {
        pages: BTreeMap::from([("tools".to_owned(), vec![vec![tool]])]),
        answers: BTreeMap::from([("suite/0/case/0".to_owned(), good), (probe.to_owned(), spoken(answer))]),
        initialize: BTreeMap::from([("protocolVersion".to_owned(), json!(version))]),
        discover: is_modern.then(BTreeMap::new),
        ..Described::default()
    };
    let report = analyze(&Inputs {
        snapshots: vec![("s.mcpsnap".to_owned(), capture(&server, &config))],
        config,
        config_file: None,
        lock: None,
        locks: BTreeMap::new(),
        client_profiles: Vec::new(),
        goldens: BTreeMap::new(),
        goldens_unused: Vec::new(),
        latency_baseline: None,
        detectors: BTreeMap::new(),
        places: BTreeMap::new(),
        as_of: None,
        version: "0.0.0".to_owned(),
        ahead: Default::default(),
    });
    let rank = |(status, severity): (Status, Severity)| match (status, severity) {
        (Status::Fail, _) => 4,
        (Status::Warn, _) => 3,
        (Status::Pass, Severity::Info) => 2,
        (Status::Pass, _) => 1,
        (Status::Skip, _) => 0,
    };
    let said = report.results.iter().filter(|finding| finding.id == rule);
    let worst = said.map(|finding| rank((finding.status, finding.severity))).max();
    ["skip", "pass", "note", "warn", "fail"][worst.unwrap_or(0)]
}

/// A kind of answer as the described server gives it.
fn spoken(answer: &str) -> Value {
    let result = |text: &str| json!({ "content": [{ "type": "text", "text": text }] });
    let failed = |mut result: Value| {
        result["isError"] = json!(true);
        json!({ "result": result })
    };
    match answer {
        "silence" | "timeout" | "closed" => json!(answer),
        "success" => json!({ "result": result("two bottles") }),
        "success with an error" => json!({ "result": result("Error: no such note") }),
        "isError" => failed(result("the title is missing")),
        "isError without text" => failed(json!({ "content": [] })),
        "isError with an error" => failed(result("MCP error -32602: the title is missing")),
        "input_required" | "task" => json!({ "result": { "resultType": answer } }),
        status if status.starts_with("http ") => json!({ "status": status[5..].parse::<u16>().unwrap() }),
        code => json!({ "error": { "code": code.parse::<i64>().unwrap(), "message": "no" } }),
    }
}
