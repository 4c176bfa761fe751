//! The time of 30,000 findings in every format. The goal: all formats together below 2 s and 300 MB.

use mcpward_analyze::report::{Format, Look, render};
use mcpward_schemas::report::{Finding, Report};
use serde_json::json;

fn main() {
    divan::main();
}

/// How many findings.
const N_FINDINGS: usize = 30_000;

/// Words as tools describe themselves with.
const WORDS: [&str; 12] = [
    "reads", "writes", "a", "file", "folder", "name", "of", "with", "then", "returns", "result", "value",
];

fn sentence(seed: usize) -> String {
    (0..40)
        .map(|n| WORDS[(seed * 7 + n * n * 3 + n) % WORDS.len()])
        .collect::<Vec<_>>()
        .join(" ")
}

fn finding(n: usize) -> Finding {
    let ids = [
        "schema/tool-description",
        "drift/description_changed",
        "security/hidden-unicode",
        "errors/invalid-params",
    ];
    let (id, status) = (ids[n % 4], ["warn", "fail", "fail", "skip"][n % 4]);
    let tool = format!("tool_{:05}", n / 4);
    let mut value = json!({
        "id": id, "family": id.split('/').next(), "status": status, "severity": "warning",
        "message": format!("description of tool \"{tool}\" reads: {}", sentence(n)),
        "subject": { "kind": "tool", "name": tool }, "pointer": "/description", "actual": sentence(n + 1),
        "place": { "file": "mcpward.lock.json", "line": n + 1, "column": 5 },
    });
    if n % 4 == 1 {
        value["before"] = json!(sentence(n));
        value["after"] = json!(sentence(n).replace("file", "fi\u{200b}le"));
        value["change"] = json!(format!("{n:012x}"));
    }
    serde_json::from_value(value).expect("the shape is a finding's")
}

fn report() -> Report {
    let value = json!({
        "schemaVersion": 2, "version": "0.1.0", "ruleSet": "1", "timestamp": "2026-11-30T12:00:00Z", "profile": "default",
        "server": { "name": "weather", "version": "2.0.0", "protocolVersion": "2025-11-25", "target": "node weather.js" },
        "inputs": [{ "kind": "lock", "name": "mcpward.lock.json", "sha256": "00" }],
        "inventory": { "tools": 7500, "prompts": 0, "resources": 0, "resource_templates": 0 },
        "summary": { "total": 30000, "passed": 0, "failed": 15000, "warnings": 7500, "skipped": 7500, "notes": 0, "suppressed": 0 },
        "verdict": { "exitCode": 1, "complete": true }, "results": [],
    });
    let empty: Report = serde_json::from_value(value).expect("the shape is a report's");
    Report {
        results: (0..N_FINDINGS).map(finding).collect(),
        ..empty
    }
}

#[divan::bench(args = Format::ALL, sample_count = 5)]
fn format(bencher: divan::Bencher<'_, '_>, format: Format) {
    let report = report();
    bencher.bench_local(|| render(format, &report, &Look::default()));
}

#[divan::bench(sample_count = 5)]
fn all_formats(bencher: divan::Bencher<'_, '_>) {
    let report = report();
    bencher.bench_local(|| Format::ALL.map(|format| render(format, &report, &Look::default()).len()));
}
