//! `drift/schema_rewritten`: definitions were written in another way that provably means the same.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/schema_rewritten",
    title: "no schema was rewritten",
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
Definitions were written in another way that provably means the same. One line for all tools.

## Why it matters
A library was updated.

## Example
Before: `exclusiveMinimum: 0`
Now: `minimum: 1` (integers)

## What to do
Nothing. `mcpward accept` takes the new spelling into the lock file.

## When it is wrong
Clients that read schemas by themselves may know one spelling and not the other.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::SchemaRewritten);
}
