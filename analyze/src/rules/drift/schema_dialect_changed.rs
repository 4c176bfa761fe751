//! `drift/schema_dialect_changed`: only `$schema` changed, and no schema means anything else by it.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/schema_dialect_changed",
    title: "no dialect label changed",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Only `$schema` changed, and no schema means anything else by it. One line for all tools.

## Why it matters
A library was updated.

## Example
Before: draft-07
Now: 2020-12

## What to do
Nothing. `mcpward accept` takes the new label into the lock file.

## When it is wrong
Validators of one draft only may refuse the new label.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::SchemaDialectChanged);
}
