//! `drift/default_changed`: a parameter has another default.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/default_changed",
    title: "no default changed",
    severity: Severity::Warning,
    level: Level::Warn,
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
A parameter has another default.

## Why it matters
The same call does something else, though no schema says so.

## Example
Before: `default: 10`
Now: `default: 1000`

## What to do
Send the value yourself where the old default mattered.

## When it is wrong
A default that a server computes at its start differs from run to run: name it under `volatile`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::DefaultChanged);
}
