//! `compliance/rpc-meta-key-format`: names in _meta follow the grammar.

use mcpward_schemas::report::{Severity, SubjectKind};

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::contract::{Message, beginning};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-meta-key-format",
    title: "names in _meta are well-formed",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Base protocol, General fields"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A member of a `_meta` object whose name does not follow the grammar: an optional prefix of labels with dots, a slash, and a name
of letters, digits, `-`, `_` and `.`. A prefix that the protocol reserves for itself is a warning.

## Why it matters
Clients and servers share this one object. Names outside the grammar collide, or are refused by strict readers.

## Example
```json
{\"_meta\": {\"my key!\": 1, \"com.mcp.tools/color\": \"red\"}}
```

## What to do
Write `com.example/color`, with a domain of yours turned around.

## When it is wrong
The prefix `io.modelcontextprotocol` is taken for official use and not looked at.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for surface in cx
        .contract
        .surfaces
        .iter()
        .filter(|surface| surface.version().as_str() >= "2025-06-18")
    {
        let found = cx.contract.connection(surface).from_server().flat_map(|message| {
            names(message)
                .into_iter()
                .filter_map(|name| {
                    wrong(&name).map(|(level, why)| {
                        (
                            level,
                            format!("the name {} in _meta {why}", beginning(&name)),
                            message.frame,
                        )
                    })
                })
                .collect::<Vec<_>>()
        });
        said::about_server(sink, found);
    }
}

/// Names of all members of `_meta` objects in a message.
fn names(message: &Message) -> BTreeSet<String> {
    let json = message.json.value();
    let mut found = BTreeSet::new();
    if !json.raw().contains("_meta") {
        return found;
    }
    let mut todo = vec![json];
    while let Some(value) = todo.pop() {
        todo.extend(value.items());
        for (name, member) in value.entries() {
            if name.is_text("_meta") {
                found.extend(
                    member
                        .entries()
                        .filter_map(|(name, _)| name.as_str())
                        .map(Cow::into_owned),
                );
            }
            todo.push(member);
        }
    }
    found
}

/// What is wrong with a name; the grammar is in section General fields, `_meta`.
fn wrong(name: &str) -> Option<(Level, &'static str)> {
    let (prefix, rest) = name
        .rsplit_once('/')
        .map_or((None, name), |(prefix, rest)| (Some(prefix), rest));
    let ends = |text: &str, first: fn(&u8) -> bool| {
        let bytes = text.as_bytes();
        bytes.first().is_some_and(first) && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
    };
    let inside = |text: &str, also: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || also.contains(c));
    let labels: Vec<&str> = prefix.map(|prefix| prefix.split('.').collect()).unwrap_or_default();
    if !labels
        .iter()
        .all(|label| ends(label, u8::is_ascii_alphabetic) && inside(label, "-"))
    {
        return Some((Level::Fail, "has a prefix that is no list of labels"));
    }
    let is_name = ends(rest, u8::is_ascii_alphanumeric) && inside(rest, "-_.");
    if !rest.is_empty() && !is_name {
        return Some((Level::Fail, "is not made of letters, digits, -, _ and ."));
    }
    let reserved = labels
        .get(1)
        .is_some_and(|label| ["modelcontextprotocol", "mcp"].contains(label));
    let official = labels == ["io", "modelcontextprotocol"];
    (reserved && !official).then_some((Level::Warn, "has a prefix that is reserved for the protocol"))
}
