//! Reads definitions as JSON Lines and says what the security rules find: `{"id", "findings": [{"rule", "level"}]}`.
//! With `--explain` also why, and the weak signals that a report does not tell.

#![expect(
    clippy::disallowed_methods,
    reason = "an example is a program, and reads its arguments"
)]

use std::io::{self, BufRead, Write};

use mcpward_analyze::text::detector::Detectors;
use mcpward_analyze::text::embedded::embedded;
use mcpward_analyze::text::leaf::Role;
use mcpward_analyze::text::scan::{TextFinding, Tier};
use mcpward_analyze::text::{request, subject};
use mcpward_json::{Doc, Limits, Value};

fn main() -> io::Result<()> {
    let set = embedded().map_err(io::Error::other)?;
    let explain = std::env::args().any(|arg| arg == "--explain");
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let doc = Doc::parse(line, &Limits::default()).map_err(io::Error::other)?;
        let row = doc.root();
        let findings = judge_row(set, row);
        let id = row.get("id").map(Value::raw).unwrap_or("null");
        let list: Vec<String> = findings
            .iter()
            .filter(|f| explain || f.is_told())
            .map(|f| show(f, explain))
            .collect();
        writeln!(out, "{{\"id\":{id},\"findings\":[{}]}}", list.join(","))?;
    }
    Ok(())
}

fn show(finding: &TextFinding, explain: bool) -> String {
    let level = match finding.tier {
        Tier::Fail => "fail",
        Tier::Warn => "warn",
        Tier::Note => "note",
    };
    if !explain {
        return format!("{{\"rule\":\"{}\",\"level\":\"{level}\"}}", finding.rule);
    }
    let parts: Vec<String> = finding
        .parts
        .iter()
        .map(|p| format!("{} {:+}", p.name, p.tenths))
        .collect();
    let quote = |text: &str| {
        let mut out = String::new();
        mcpward_json::quote(text, &mut out);
        out
    };
    format!(
        "{{\"rule\":\"{}\",\"level\":\"{level}\",\"at\":{},\"sum\":{},\"how\":{},\"excerpt\":{},\"decoded\":{}}}",
        finding.rule,
        quote(&finding.pointer),
        quote(&parts.join(", ")),
        quote(&finding.how),
        quote(&finding.excerpt),
        quote(finding.decoded.as_deref().unwrap_or_default())
    )
}

fn judge_row(set: &Detectors, row: Value<'_>) -> Vec<TextFinding> {
    let Some(def) = row.get("def") else { return Vec::new() };
    let form = row.get("form").and_then(Value::as_str).unwrap_or_default();
    let kind = row.get("kind").and_then(Value::as_str).unwrap_or_default();
    match form.as_ref() {
        "single" if kind == "server" => server(set, def, None),
        "single" | "" => subject::judge(set, def, None),
        "rug_pull" => match (def.get("before"), def.get("after")) {
            (before, Some(after)) => subject::judge(set, after, before),
            _ => Vec::new(),
        },
        "rug_pull_list" | "toxic_flow_delta" => {
            let (old, new) = (
                def.get("first").or(def.get("before")),
                def.get("second").or(def.get("after")),
            );
            new.map(|new| server(set, new, old)).unwrap_or_default()
        }
        "result" => {
            let mut found = def
                .get("tool")
                .map(|tool| subject::judge(set, tool, None))
                .unwrap_or_default();
            if let Some(result) = def.get("result") {
                let error = result.get("isError").and_then(Value::as_bool) == Some(true);
                let role = if error { Role::Error } else { Role::Result };
                found.extend(subject::text(set, result, role, None));
            }
            found
        }
        "error" => {
            let mut found = def
                .get("tool")
                .map(|tool| subject::judge(set, tool, None))
                .unwrap_or_default();
            found.extend(
                def.get("error")
                    .map(|error| subject::text(set, error, Role::Error, None))
                    .unwrap_or_default(),
            );
            found
        }
        "request" => request::judge(set, def),
        _ => server(set, def, None),
    }
}

/// All that a server lists, each against what the same name was before.
fn server(set: &Detectors, server: Value<'_>, before: Option<Value<'_>>) -> Vec<TextFinding> {
    let mut found = Vec::new();
    for list in ["tools", "prompts", "resources", "resourceTemplates"] {
        for item in server.get(list).into_iter().flat_map(Value::items) {
            let name = item.get("name").and_then(Value::as_str).unwrap_or_default();
            let old = before
                .and_then(|b| b.get(list))
                .and_then(|l| l.items().find(|o| o.get("name").is_some_and(|n| n.is_text(&name))));
            found.extend(subject::judge(set, item, old));
        }
    }
    if let Some(text) = server.get("instructions") {
        let old = before.and_then(|b| b.get("instructions"));
        let old = old.and_then(Value::as_str);
        found.extend(subject::text(set, text, Role::Instructions, old.as_deref()));
    }
    found
}
