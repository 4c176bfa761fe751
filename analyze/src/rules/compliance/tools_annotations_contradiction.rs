//! `compliance/tools-annotations-contradiction`: annotations do not contradict each other.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_json::Value;

use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/tools-annotations-contradiction",
    title: "annotations agree with each other",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Schema, ToolAnnotations"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A tool that says `readOnlyHint: true` and `destructiveHint: true`.

## Why it matters
A destructive tool can't be read-only. Clients take the first hint and do not ask before a call.

## Example
```json
{\"annotations\": {\"readOnlyHint\": true, \"destructiveHint\": true}}
```

## What to do
Leave `destructiveHint` out where the tool is read-only; it has no meaning there.

## When it is wrong
A generator that always writes all four hints may mean read-only.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for item in cx.items(ListKind::Tools) {
        let hint = |name: &str| {
            item.value()
                .get("annotations")
                .and_then(|hints| hints.get(name))
                .and_then(Value::as_bool)
        };
        if hint("readOnlyHint") == Some(true) && hint("destructiveHint") == Some(true) {
            sink.found(item, "the tool is read-only and destructive at once")
                .at("/annotations")
                .frames([item.frame]);
        }
    }
}
