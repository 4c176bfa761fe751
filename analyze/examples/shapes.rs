//! Judges message shapes for comparison with the official schemas: JSON Lines in, JSON Lines out.

use std::io::{BufRead as _, Write as _};

use mcpward_analyze::protocol::check_shape;
use mcpward_json::{Doc, Limits, Value};
use serde_json::json;

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let doc = Doc::parse(line?, &Limits::default()).map_err(std::io::Error::other)?;
        let text = |name: &str| doc.root().get(name).and_then(Value::as_str).unwrap_or_default();
        let id: serde_json::Value = doc.root().get("id").and_then(|id| id.to_serde(1)).unwrap_or_default();
        let value = doc.root().get("value").unwrap_or(doc.root());
        let answer = match check_shape(&text("version"), &text("type"), value) {
            None => json!({ "id": id, "unsupported": true }),
            Some(breaches) => match breaches.first() {
                None => json!({ "id": id, "valid": true }),
                Some(breach) => json!({ "id": id, "valid": false, "at": breach.pointer, "why": breach.why }),
            },
        };
        writeln!(out, "{answer}")?;
    }
    Ok(())
}
