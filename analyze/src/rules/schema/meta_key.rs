//! `schema/meta-key`: keys of _meta are well-formed.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, beginning};
use crate::look::{Seen, Weight};
use crate::rules::prefix::is_prefix;
use crate::rules::tell::tell_items;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/meta-key",
    title: "keys of _meta are well-formed",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[
        SubjectKind::Tool,
        SubjectKind::Prompt,
        SubjectKind::Resource,
        SubjectKind::Template,
    ],
    aliases: &[],
    spec: Some("2025-11-25, Basic protocol, _meta"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A key of `_meta` that is not built as the protocol says (an optional prefix of labels with dots and a slash, then a name), or whose
prefix is reserved for MCP and whose key is not one of MCP's.

## Why it matters
Reserved keys get a meaning in a later version, and then the server says what it never meant. Malformed ones are dropped by gateways.

## Example
```json
{\"_meta\": {\"io.modelcontextprotocol/priority\": 1}}
```

## What to do
Use a prefix of your own domain, turned around: `com.example/priority`.

## When it is wrong
A key of an extension of MCP that is newer than this release.
";

/// Prefixes with keys that MCP and its extensions define.
const OFFICIAL: [&str; 1] = ["io.modelcontextprotocol"];

/// Keys under them that are defined.
const DEFINED: [&str; 8] = [
    "related-task",
    "model-immediate-response",
    "ui",
    "serverInfo",
    "clientInfo",
    "protocolVersion",
    "capabilities",
    "resultType",
];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for kind in ListKind::ALL {
        tell_items(cx, sink, kind, |item, seen| {
            let keys = item.value().get("_meta").into_iter().flat_map(Value::entries);
            for key in keys.filter_map(|(key, _)| key.as_str()) {
                let Some(reason) = fault(&key) else { continue };
                let mut pointer = "/_meta".to_owned();
                mcpward_json::push_token(&mut pointer, &key);
                let place = Seen::new(pointer, format!("the key {} {reason}", beginning(&key)));
                // An underscore in front is how libraries mark what is their own; nothing breaks by it.
                seen.push(match key.starts_with('_') {
                    true => place.level(Weight::Note),
                    false => place,
                });
            }
        });
    }
}

fn fault(key: &str) -> Option<&'static str> {
    let (prefix, name) = match key.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    let is_inner = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let has_ends = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.ends_with(|c: char| c.is_ascii_alphanumeric())
    };
    let is_name = name.is_empty() || (name.chars().all(is_inner) && has_ends(name));
    if !is_name {
        return Some("has a name that is not letters, digits, -, _ and . between letters or digits");
    }
    let prefix = prefix?;
    if !is_prefix(prefix) {
        return Some("has a prefix that is not labels with dots between them");
    }
    let is_reserved = matches!(prefix.split('.').nth(1), Some("modelcontextprotocol" | "mcp"));
    let is_defined = OFFICIAL.contains(&prefix) && DEFINED.contains(&name);
    (is_reserved && !is_defined).then_some("has a prefix that is reserved for MCP")
}

#[cfg(test)]
mod tests {
    #[test]
    fn keys_are_read_as_the_protocol_has_them() {
        for (key, is_fine) in [
            ("priority", true),
            ("com.example/priority", true),
            ("ui/resourceUri", true),
            ("io.modelcontextprotocol/related-task", true),
            ("io.modelcontextprotocol/priority", false),
            ("com.mcp.tools/x", false),
            ("com.example.mcp/x", true),
            ("my key", false),
            ("-x", false),
            ("1.example/x", false),
            ("com.example/", true),
        ] {
            assert_eq!(super::fault(key).is_none(), is_fine, "{key}");
        }
    }
}
