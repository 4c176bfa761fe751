//! `drift/breaking_output_shape_change`: a field of results is gone, may be missing, or has a new type.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/breaking_output_shape_change",
    title: "results still have the pinned shape",
    severity: Severity::Warning,
    level: Level::Fail,
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
A field of results is gone, may be missing, or has a new type. Shapes are inferred from recorded calls
(`checks.drift.output`); keys of maps are data and do not count.

## Why it matters
Readers of results break silently: no schema says what changed.

## Example
Before: `{total: 3}`
Now: `{total: \"3\"}`

## What to do
Look at the results in the snapshot (`mcpward inspect`), then at what reads them. Accept the shape as a whole with a reason.

## When it is wrong
A few samples do not show everything: a member that is rarely missing may be missing for the first time. Raise
`shape_samples`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::BreakingOutputShapeChange);
}
