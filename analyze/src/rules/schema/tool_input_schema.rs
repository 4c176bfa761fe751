//! `schema/tool-input-schema`: a tool says what arguments it takes, in JSON Schema that holds.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, beginning};
use crate::look::Seen;
use crate::rules::tell::tell_items;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, tool_schema};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/tool-input-schema",
    title: "input schemas are valid",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Tools, Tool"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An `inputSchema` that is missing, no object, or whose root does not say `\"type\": \"object\"`; one that breaks the metaschema of its
dialect; a reference to a place that is not there. As warnings: a name under `required` that no property has, a reference that leads out
of the schema, a dialect that no draft is called, a schema nested deeper than 100 levels.

A schema without `$schema` is read as 2020-12, the default of MCP. Servers that speak a version before 2025-11-25 may also mean
draft-07, and what is valid there passes.

## Why it matters
Clients hand the schema to a model provider. Many refuse the whole list for one schema that they can't read.

## Example
```json
{\"type\": \"object\", \"properties\": {\"limit\": {\"type\": \"int\"}}, \"required\": [\"query\"]}
```

## What to do
Mend the place that the pointer names. For a tool without arguments write `{\"type\": \"object\", \"properties\": {}}`.

## When it is wrong
References are never fetched, so one that leads out of the schema is reported even where its target exists.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut cache = tool_schema::Cache::new(cx);
    tell_items(cx, sink, ListKind::Tools, |item, seen| {
        if !item.value().is_object() {
            return;
        }
        let Some(schema) = item.value().get("inputSchema") else {
            seen.push(Seen::new("/inputSchema", "the tool has no inputSchema"));
            return;
        };
        if !schema.is_object() {
            let message = format!("inputSchema is {}, not an object", schema.kind().name());
            seen.push(Seen::new("/inputSchema", message));
            return;
        }
        match schema.get("type") {
            Some(kind) if kind.is_text("object") => {}
            Some(kind) => {
                let message = format!("the root of inputSchema has type {}, not object", beginning(kind.raw()));
                seen.push(Seen::new("/inputSchema/type", message));
            }
            None => seen.push(Seen::new(
                "/inputSchema/type",
                "the root of inputSchema has no type object",
            )),
        }
        cache.look(schema, "/inputSchema", seen);
    });
}
