//! `compliance/tools-schema-bounds`: schemas stay within what clients are willing to read.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};
use crate::validity::subschemas;

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/tools-schema-bounds",
    title: "schemas stay within the bounds of clients",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2026-07-28, Tools, Security considerations"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A tool whose definition is longer than 256 KiB, whose schemas are nested deeper than 64 levels or have more than 10,000 parts.

## Why it matters
Clients bound depth, size and time when they read schemas, as 2026-07-28 advises them. Beyond the bounds the tool is dropped.

## Example
An input schema that inlines a whole API description with all its types.

## What to do
Take out what a caller does not need, and name repeated parts under `$defs`.

## When it is wrong
The bounds are common ones; a client may allow more or less.
";

/// Longest definition of a tool in bytes: 64,000 tokens, half of what most models read.
const TOOL_BYTES_MAX: usize = 256 << 10;
/// Deepest nesting of JSON in levels that every common reader takes.
const DEPTH_MAX: usize = 64;
/// Most schemas within a schema; validators are compiled from them.
const SUBSCHEMAS_MAX: usize = 10_000;

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for item in cx.items(ListKind::Tools).iter().filter(|item| item.value().is_object()) {
        let n_bytes = item.value().raw().len();
        if n_bytes > TOOL_BYTES_MAX {
            sink.found(
                item,
                format!("the tool takes {n_bytes} bytes; {TOOL_BYTES_MAX} are advisable"),
            )
            .frames([item.frame]);
        }
        for member in ["inputSchema", "outputSchema"] {
            let Some(schema) = item.value().get(member).filter(|schema| schema.is_object()) else {
                continue;
            };
            let depth = schema.depth();
            if depth > DEPTH_MAX {
                sink.found(
                    item,
                    format!("{member} is nested {depth} levels deep; {DEPTH_MAX} are advisable"),
                )
                .at(format!("/{member}"))
                .frames([item.frame]);
            }
            let n_subschemas = if schema.raw().len() > SUBSCHEMAS_MAX {
                subschemas(schema).count()
            } else {
                0
            };
            if n_subschemas > SUBSCHEMAS_MAX {
                sink.found(
                    item,
                    format!("{member} has {n_subschemas} subschemas; {SUBSCHEMAS_MAX} are advisable"),
                )
                .at(format!("/{member}"))
                .frames([item.frame]);
            }
        }
    }
}
