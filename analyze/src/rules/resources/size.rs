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
A `size` below zero or with a fraction. As a note: a size that is not the number of bytes that were read, where a suite or
`probes.resources` reads the resource.

## Why it matters
Hosts show it and decide by it whether a resource fits the context.

## Example
```json
{\"uri\": \"notes:///a\", \"name\": \"a\", \"size\": -1}
```

## What to do
Give the size in bytes, before any encoding, or leave it out where it is not known.

## When it is wrong
A resource that grows, such as a log, has another size when it is read; that is why it is a note.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let reads = cx.reads();
    for item in cx.items(ListKind::Resources) {
        let Some(size) = item.value().get("size").filter(|size| size.kind() == Kind::Number) else {
            continue;
        };
        if !is_size(size) {
            let message = format!("the size is {}, no whole number of bytes", beginning(size.raw()));
            sink.found(item, message).at("/size").frames([item.frame]);
            continue;
        }
        let Some(read) = reads.get(item.name.raw()) else {
            continue;
        };
        let n_read = read.result().and_then(|result| n_bytes(result, item.name.raw()));
        if let Some(n_read) = n_read.filter(|&n_read| size.as_i64() != Some(n_read)) {
            let message = format!("the size is {}, and {n_read} bytes were read", beginning(size.raw()));
            let frames = read.frames().into_iter().chain([item.frame]);
            sink.found(item, message).level(Level::Note).at("/size").frames(frames);
        }
    }
}

/// Bytes of the resource in what was read, where it is one text or one blob of that URI.
fn n_bytes(result: Value<'_>, uri: &str) -> Option<i64> {
    let mut contents = result.get("contents")?.items();
    let only = contents
        .next()
        .filter(|only| only.get("uri").is_some_and(|own| own.is_text(uri)))?;
    if contents.next().is_some() {
        return None;
    }
    let text = only.get("text").and_then(Value::as_str).map(|text| text.len());
    let blob = || {
        let blob = only.get("blob").and_then(Value::as_str)?;
        let n_digits = blob.trim_end_matches('=').len();
        blob.len().is_multiple_of(4).then_some(n_digits * 3 / 4)
    };
    i64::try_from(text.or_else(blob)?).ok()
}

fn is_size(size: Value<'_>) -> bool {
    size.decimal()
        .is_some_and(|number| number.is_integer() && !number.is_negative())
}
