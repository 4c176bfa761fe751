//! `resources/size`: sizes are whole numbers of bytes.

use mcpward_json::{Kind, Value};
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, beginning};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "resources/size",
    title: "sizes are whole numbers of bytes",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Resources)],
    subjects: &[SubjectKind::Resource],
    aliases: &[],
    spec: Some("2025-11-25, Resources, Resource"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `size` below zero or with a fraction.

## Why it matters
Hosts show it and decide by it whether a resource fits the context.

## Example
```json
{\"uri\": \"notes:///a\", \"name\": \"a\", \"size\": -1}
```

## What to do
Give the size in bytes, before any encoding, or leave it out where it is not known.

## When it is wrong
It is never right, whoever the client is.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for item in cx.items(ListKind::Resources) {
        let Some(size) = item.value().get("size").filter(|size| size.kind() == Kind::Number) else {
            continue;
        };
        if !is_size(size) {
            let message = format!("the size is {}, no whole number of bytes", beginning(size.raw()));
            sink.found(item, message).at("/size").frames([item.frame]);
        }
    }
}

fn is_size(size: Value<'_>) -> bool {
    size.decimal()
        .is_some_and(|number| number.is_integer() && !number.is_negative())
}
