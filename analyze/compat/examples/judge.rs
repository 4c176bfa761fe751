//! Answers questions of inclusion on standard input, one JSON object a line, on standard output.

use std::io::{BufRead, Write};
use std::time::Instant;

use mcpward_compat::{Draft, Model, Options, Verdict, included_with_steps};
use mcpward_json::{Doc, Limits, Value};

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        match Doc::parse(line, &Limits::default()) {
            Ok(doc) => writeln!(out, "{}", answer(doc.root()))?,
            Err(error) => writeln!(out, "{}", serde_json::json!({ "error": error.to_string() }))?,
        }
    }
    out.flush()
}

fn answer(row: Value<'_>) -> serde_json::Value {
    let text = |name: &str| {
        row.get(name)
            .and_then(|value| value.as_str())
            .unwrap_or_default()
            .into_owned()
    };
    let id = row.get("id").and_then(|id| id.to_serde(8)).unwrap_or_default();
    let (Some(old), Some(new)) = (row.get("old"), row.get("new")) else {
        return serde_json::json!({ "id": id, "verdict": "unknown", "reason": "old or new is missing" });
    };
    let draft = Draft::from_name(&text("draft")).unwrap_or_default();
    let options = Options {
        model: match text("model").as_str() {
            "declared" => Model::Declared,
            "understood" => Model::Understood,
            _ => Model::Strict,
        },
        draft_old: draft,
        draft_new: Draft::from_name(&text("draft_new")).unwrap_or(draft),
        ..Options::default()
    };
    let start = Instant::now();
    let (verdict, steps) = included_with_steps(old, new, &options);
    let us = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
    let mut answer = serde_json::json!({ "id": id, "us": us, "steps": steps });
    match verdict {
        Verdict::Included => answer["verdict"] = "compatible".into(),
        Verdict::NotIncluded { witness, .. } => {
            answer["verdict"] = "breaking".into();
            answer["witness"] = witness;
        }
        Verdict::Unknown { reason } => {
            answer["verdict"] = "unknown".into();
            answer["reason"] = reason.to_string().into();
        }
    }
    answer
}
