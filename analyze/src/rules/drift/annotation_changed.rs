//! `drift/annotation_changed`: a hint has another effective value: what is absent counts as the specification's default.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/annotation_changed",
    title: "no hint changed",
    severity: Severity::Error,
    level: Level::Fail,
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
A hint has another effective value: what is absent counts as the specification's default.

## Why it matters
Clients approve calls by these hints without asking anybody.

## Example
Before: `readOnlyHint: true`
Now: no annotations

## What to do
Read what the tool does now before a client may call it unasked. Accept the change with a reason.

## When it is wrong
A server that adds hints for the first time changes the effective values of every tool, and each is true.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::AnnotationChanged);
}
