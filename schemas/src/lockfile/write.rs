//! The file, byte for byte: the same contract gives the same text on every machine.

use mcpward_json::{Json, Value};
use serde::Serialize;

use super::digest::{block_digest, text_digest};
use super::pretty::{new_line, pretty, quote_visible};
use super::{Entries, Entry, LockFile, SCHEMA_VERSION, Texts, to_json};

/// Said at the head of each file, for the reviewer who meets one.
const COMMENT: &str = "The contract of an MCP server, pinned by mcpward. Review a change here like code; docs/drift.md explains the format.";

/// The text of a lock file, with a line feed at the end.
pub fn write(lock: &LockFile) -> String {
    let mut out = String::from("{\n  \"$comment\": ");
    quote_visible(COMMENT, &mut out);
    out.push_str(&format!(
        ",\n  \"schemaVersion\": {SCHEMA_VERSION},\n  \"texts\": \"{}\"",
        texts_name(lock.texts)
    ));
    let mut sections = Vec::new();
    for (name, entry) in singles(lock) {
        if let Some(entry) = entry {
            sections.push(name);
            member(name, 1, &mut out);
            block(entry, 1, text_member(name), &mut out);
        }
    }
    for (name, entries) in lists(lock) {
        if let Some(entries) = entries {
            sections.push(name);
            member(name, 1, &mut out);
            list(entries, text_member(name), &mut out);
        }
    }
    if let Some(rule_set) = &lock.rule_set {
        member("ruleSet", 1, &mut out);
        quote_visible(rule_set, &mut out);
    }
    member("findings", 1, &mut out);
    let mut findings = lock.findings.clone();
    findings.sort();
    findings.dedup();
    rows(findings.iter().map(checked), &mut out);
    if !lock.accepted.is_empty() {
        member("accepted", 1, &mut out);
        let mut accepted = lock.accepted.clone();
        accepted.sort_by(|a, b| (&a.subject, &a.class, &a.change).cmp(&(&b.subject, &b.class, &b.change)));
        rows(accepted.iter().map(to_json), &mut out);
    }
    member("index", 1, &mut out);
    index(&sections, lock, &mut out);
    out.push_str("\n}\n");
    out
}

/// The four sections that are one block each.
pub(super) fn singles(lock: &LockFile) -> [(&'static str, Option<&Entry>); 4] {
    [
        ("identity", lock.identity.as_ref()),
        ("client", lock.client.as_ref()),
        ("server", lock.server.as_ref()),
        ("behavior", lock.behavior.as_ref()),
    ]
}

/// The four sections that are a block for each name.
pub(super) fn lists(lock: &LockFile) -> [(&'static str, Option<&Entries>); 4] {
    [
        ("tools", lock.tools.as_ref()),
        ("prompts", lock.prompts.as_ref()),
        ("resources", lock.resources.as_ref()),
        ("templates", lock.templates.as_ref()),
    ]
}

/// The member of a definition that stands apart, a line of text a line of the file, where it is a string.
pub(super) fn text_member(section: &str) -> &'static str {
    match section {
        "server" => "instructions",
        _ => "description",
    }
}

pub(super) fn texts_name(texts: Texts) -> &'static str {
    match texts {
        Texts::Full => "full",
        Texts::Digests => "digests",
        Texts::Unified => "unified",
        Texts::UnifiedDigests => "unified-digests",
    }
}

/// A finding with a check over its other members, so that an edited one is found.
pub(super) fn checked<T: Serialize>(finding: &T) -> Json {
    let plain = to_json(finding);
    let digest = text_digest(&mcpward_json::canonical(plain.value()));
    let mut members = serde_json::Map::new();
    members.insert("check".to_owned(), digest["sha256:".len()..][..12].into());
    if let Some(serde_json::Value::Object(own)) = plain.value().to_serde(8) {
        members.extend(own);
    }
    to_json(&members)
}

fn member(name: &str, level: usize, out: &mut String) {
    out.push(',');
    new_line(level, out);
    quote_visible(name, out);
    out.push_str(": ");
}

fn list(entries: &Entries, text: &str, out: &mut String) {
    out.push('{');
    for (idx, (name, entry)) in entries.iter().enumerate() {
        if idx > 0 {
            out.push(',');
        }
        new_line(2, out);
        quote_visible(name, out);
        out.push_str(": ");
        block(entry, 2, text, out);
    }
    if !entries.is_empty() {
        new_line(1, out);
    }
    out.push('}');
}

fn block(entry: &Entry, level: usize, text: &str, out: &mut String) {
    let value = entry.value();
    let shape = entry.shape.as_ref().map(Json::value);
    out.push('{');
    new_line(level + 1, out);
    out.push_str("\"digest\": ");
    quote_visible(&block_digest(value, shape), out);
    let lifted = lifted(value, text);
    if let Some(words) = &lifted {
        member(text, level + 1, out);
        if words.contains('\n') {
            text_lines(words, level + 1, out);
        } else {
            quote_visible(words, out);
        }
    }
    member("definition", level + 1, out);
    match lifted {
        Some(_) => pretty(without(value, text).value(), level + 1, out),
        None => pretty(value, level + 1, out),
    }
    if let Some(shape) = shape {
        member("outputShape", level + 1, out);
        pretty(shape, level + 1, out);
    }
    new_line(level, out);
    out.push('}');
}

/// The text that stands apart: only where the definition has it once, as a string, and no lone surrogate is lost.
fn lifted(definition: Value<'_>, text: &str) -> Option<String> {
    let mut found = definition.entries().filter(|(name, _)| name.is_text(text));
    let (_, value) = found.next()?;
    if found.next().is_some() {
        return None;
    }
    value.as_str().map(std::borrow::Cow::into_owned)
}

fn without(definition: Value<'_>, text: &str) -> Json {
    let mut out = String::from("{");
    for (name, value) in definition.entries().filter(|(name, _)| !name.is_text(text)) {
        if out.len() > 1 {
            out.push(',');
        }
        out.push_str(name.raw());
        out.push(':');
        out.push_str(value.raw());
    }
    out.push('}');
    let doc = mcpward_json::Doc::parse(out, &mcpward_json::Limits::default())
        .expect("members of an object, written as they were read");
    Json::root(doc)
}

fn text_lines(text: &str, level: usize, out: &mut String) {
    out.push('[');
    for (idx, line) in text.split('\n').enumerate() {
        if idx > 0 {
            out.push(',');
        }
        new_line(level + 1, out);
        quote_visible(line, out);
    }
    new_line(level, out);
    out.push(']');
}

fn rows(rows: impl Iterator<Item = Json>, out: &mut String) {
    out.push('[');
    let mut n_rows = 0;
    for row in rows {
        if n_rows > 0 {
            out.push(',');
        }
        n_rows += 1;
        new_line(2, out);
        pretty(row.value(), 2, out);
    }
    if n_rows > 0 {
        new_line(1, out);
    }
    out.push(']');
}

fn index(sections: &[&str], lock: &LockFile, out: &mut String) {
    out.push('{');
    new_line(2, out);
    out.push_str("\"sections\": ");
    pretty(to_json(&sections).value(), 2, out);
    for (name, entries) in lists(lock) {
        let Some(entries) = entries else { continue };
        member(name, 2, out);
        out.push('[');
        for (idx, entry) in entries.keys().enumerate() {
            if idx > 0 {
                out.push(',');
            }
            new_line(3, out);
            quote_visible(entry, out);
        }
        if !entries.is_empty() {
            new_line(2, out);
        }
        out.push(']');
    }
    new_line(1, out);
    out.push('}');
}
