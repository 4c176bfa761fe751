//! `schema/tool-annotations`: the hints of a tool have the types that clients read.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::Seen;
use crate::rules::tell::tell_items;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/tool-annotations",
    title: "tool annotations have the right types",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Schema, ToolAnnotations"),
    docs: DOCS,
    check,
};

/// Members of `ToolAnnotations` that are booleans.
const HINTS: [&str; 4] = ["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"];

const DOCS: &str = "\
## What it finds
An `annotations` that is no object, a hint that is no boolean, a title that is no string.

## Why it matters
Clients decide by these hints whether they ask a person before a call. A hint of the wrong type counts as missing, and what is missing
has the default of the specification: not read-only, destructive, not idempotent, open world.

## Example
```json
{\"annotations\": {\"readOnlyHint\": \"true\"}}
```

## What to do
Write booleans: `{\"annotations\": {\"readOnlyHint\": true}}`.

## When it is wrong
Members that the specification does not have are not looked at.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell_items(cx, sink, ListKind::Tools, |item, seen| {
        let Some(annotations) = item.value().get("annotations") else {
            return;
        };
        if !annotations.is_object() {
            let message = format!("annotations is {}, not an object", annotations.kind().name());
            seen.push(Seen::new("/annotations", message));
            return;
        }
        for hint in HINTS {
            if let Some(value) = annotations.get(hint).filter(|value| value.as_bool().is_none()) {
                let message = format!("{hint} is {}, not a boolean", value.kind().name());
                seen.push(Seen::new(format!("/annotations/{hint}"), message));
            }
        }
        if let Some(title) = annotations.get("title").filter(|title| !title.is_string()) {
            let message = format!("title is {}, not a string", title.kind().name());
            seen.push(Seen::new("/annotations/title", message));
        }
    });
}
