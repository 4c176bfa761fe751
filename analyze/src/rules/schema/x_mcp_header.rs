//! `schema/x-mcp-header`: parameters that become headers can be headers.

use std::collections::BTreeSet;

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, is_token};
use crate::look::{Schema, Seen, Tool, Weight};
use crate::protocol::PARAM_HEADER;
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};
use crate::subschema::{Node, Role};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/x-mcp-header",
    title: "header parameters can be headers",
    severity: Severity::Error,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2026-07-28, Transports, Streamable HTTP"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`x-mcp-header` with an empty name or one that is no HTTP token; a name twice in one tool; on a parameter that is not a string, an
integer or a boolean, or that can't be reached by `properties` alone. Also on a parameter that holds a secret.

## Why it matters
Over HTTP clients must leave out a tool with an invalid header. Headers end up in the logs of proxies, secrets with them.

## Example
```json
{\"properties\": {\"tenant\": {\"type\": \"object\", \"x-mcp-header\": \"Tenant Id\"}}}
```

## What to do
Name it with letters, digits and dashes, once per tool, on parameters of the first levels.

## When it is wrong
Protocol versions before 2026-07-28 ignore the keyword.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Words that name a secret.
const SECRETS: [&str; 8] = [
    "password",
    "passwd",
    "secret",
    "token",
    "apikey",
    "credential",
    "privatekey",
    "authorization",
];

/// Headers that can't be.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    let Some(schema) = tool.input.as_ref().filter(|_| tool.value.raw().contains(PARAM_HEADER)) else {
        return;
    };
    let weight = if tool.version >= "2026-07-28" {
        Weight::Fail
    } else {
        Weight::Warn
    };
    let mut known = BTreeSet::new();
    for (idx, node) in schema.objects() {
        let Some(header) = node.value.get(PARAM_HEADER) else {
            continue;
        };
        let pointer = || schema.pointer(idx, PARAM_HEADER);
        let name = header.as_str().unwrap_or_default();
        if let Some(reason) = fault(schema, idx, node, &name, &mut known) {
            let message = format!("the header {} {reason}", crate::contract::beginning(header.raw()));
            seen.push(
                Seen::new(pointer(), message)
                    .habit(format!("a header that {reason}"))
                    .level(weight),
            );
        }
        let property = node
            .name
            .as_deref()
            .unwrap_or_default()
            .to_lowercase()
            .replace(['_', '-'], "");
        if SECRETS.iter().any(|secret| property.contains(secret)) {
            let message = "a parameter that names a secret is sent as a header, which proxies log";
            seen.push(Seen::new(pointer(), message).level(Weight::Warn));
        }
    }
}

fn fault(schema: &Schema<'_>, idx: usize, node: &Node<'_>, name: &str, known: &mut BTreeSet<String>) -> Option<String> {
    if !is_token(name) {
        return Some("is no HTTP token".to_owned());
    }
    if !known.insert(name.to_ascii_lowercase()) {
        return Some("stands twice".to_owned());
    }
    let kind = node.keywords.types.and_then(Value::as_str);
    if !matches!(kind.as_deref(), Some("string" | "integer" | "boolean")) {
        return Some("is on a parameter that is no string, integer or boolean".to_owned());
    }
    let mut at = Some(idx);
    while let Some(here) = at.filter(|&here| here != 0) {
        if schema.tree.nodes[here].role != Role::Property {
            return Some("can't be reached by properties alone".to_owned());
        }
        at = schema.tree.nodes[here].parent;
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A b"}}}}"##,
                &["/inputSchema/properties/a/x-mcp-header: the header \"A b\" is no HTTP token"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"T"},"b":{"type":"string","x-mcp-header":"t"}}}}"##,
                &["/inputSchema/properties/b/x-mcp-header: the header \"t\" stands twice"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"T"}}}}"##,
                &[
                    "/inputSchema/properties/a/x-mcp-header: the header \"T\" is on a parameter that is no string, integer or boolean",
                ][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"items":{"type":"string","x-mcp-header":"T"}}}}}"##,
                &[
                    "/inputSchema/properties/a/items/x-mcp-header: the header \"T\" can't be reached by properties alone",
                ][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"api_key":{"type":"string","x-mcp-header":"K"}}}}"##,
                &[
                    "/inputSchema/properties/api_key/x-mcp-header: a parameter that names a secret is sent as a header, which proxies log",
                ][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"properties":{"b":{"type":"integer","x-mcp-header":"T-1"}}}}}}"##,
                &[][..],
            ),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
