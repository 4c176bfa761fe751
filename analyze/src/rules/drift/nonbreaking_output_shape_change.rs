//! `drift/nonbreaking_output_shape_change`: results have a member more than before, or less variety.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/nonbreaking_output_shape_change",
    title: "results have nothing new",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "medium",
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
Results have a member more than before, or less variety. Shapes are inferred from recorded calls
(`checks.drift.output`).

## Why it matters
Readers can ignore it; it says that the server changed.

## Example
Before: `{total: 3}`
Now: `{total: 3, page: 1}`

## What to do
Nothing. `mcpward accept` takes the shape into the lock file.

## When it is wrong
What was not seen in a few samples may have been there all the time.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::NonbreakingOutputShapeChange);
}
