//! `schema/bounds`: schemas are small enough for clients to read.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Schema, Seen, Tool};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/bounds",
    title: "schemas stay within bounds",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
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
A schema nested deeper than 64 levels or with more than 10,000 subschemas; a tool of more than 256 KiB.

## Why it matters
The specification of 2026-07-28 tells clients to bound what they read, and a tool beyond the bound is not offered.

## Example
A tool whose schema holds a whole API description: 12,000 subschemas, 900 kB.

## What to do
Offer the operations that matter, each with the parameters that matter.

## When it is wrong
The figures are those that the specification names as examples; clients may take more or less.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Levels of subschemas.
const DEPTH_MAX: usize = 64;

/// Subschemas of one schema.
const SUBSCHEMAS_MAX: usize = 10_000;

/// Bytes of one tool.
const BYTES_MAX: usize = 256 * 1024;

/// What is too large.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    tool.schemas().for_each(|schema| in_schema(schema, seen));
    let n_bytes = tool.value.raw().len();
    if n_bytes > BYTES_MAX {
        let message = format!(
            "the tool has {} KiB; {} are taken as a bound",
            n_bytes / 1024,
            BYTES_MAX / 1024
        );
        seen.push(Seen::new("", message).habit("a tool of more than 256 KiB"));
    }
}

fn in_schema(schema: &Schema<'_>, seen: &mut Vec<Seen>) {
    let pointer = format!("/{}", schema.member);
    let n_levels = schema.tree.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
    if n_levels > DEPTH_MAX {
        let message = format!("the schema has {n_levels} levels of subschemas; {DEPTH_MAX} are taken as a bound");
        seen.push(Seen::new(&pointer, message).habit("a schema of more than 64 levels"));
    }
    let n_nodes = schema.tree.nodes.len();
    if n_nodes > SUBSCHEMAS_MAX {
        let more = if schema.tree.cut { "more than " } else { "" };
        let message = format!("the schema has {more}{n_nodes} subschemas; {SUBSCHEMAS_MAX} are taken as a bound");
        seen.push(Seen::new(&pointer, message).habit("a schema of more than 10,000 subschemas"));
    }
}
