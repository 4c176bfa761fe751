//! `schema/tool-output-schema`: where a tool says what it returns, it does so in JSON Schema that holds.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, beginning};
use crate::look::Seen;
use crate::rules::tell::tell_items;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, tool_schema};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/tool-output-schema",
    title: "output schemas are valid",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Tools, Output schema"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An `outputSchema` that is no object, breaks the metaschema of its dialect or refers to a place that is not there. Before 2026-07-28 its root
has to say `\"type\": \"object\"`. Warnings are those of `schema/tool-input-schema`.

## Why it matters
Clients check every result against it. A schema that can't be read turns each call into an error.

## Example
```json
{\"outputSchema\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}}}
```

## What to do
Mend the place that the pointer names. Wrap lists into an object: `{\"type\": \"object\", \"properties\": {\"items\": …}}`.

## When it is wrong
Whether results fit the schema is for other rules; this one reads the schema alone.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    let mut cache = tool_schema::Cache::new(cx);
    tell_items(cx, sink, ListKind::Tools, |item, seen| {
        let Some(schema) = item.value().get("outputSchema") else {
            return;
        };
        if !schema.is_object() {
            let message = format!("outputSchema is {}, not an object", schema.kind().name());
            seen.push(Seen::new("/outputSchema", message));
            return;
        }
        if surface.is_handshake() && !schema.get("type").is_some_and(|kind| kind.is_text("object")) {
            let found = schema
                .get("type")
                .map_or("no type".to_owned(), |kind| format!("type {}", beginning(kind.raw())));
            let message = format!("the root of outputSchema has {found}, not type object");
            seen.push(Seen::new("/outputSchema/type", message));
        }
        cache.look(schema, "/outputSchema", seen);
    });
}
