//! `drift/execution_changed`: the tool has to be called in another way (`execution.taskSupport`).

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/execution_changed",
    title: "tools are called as before",
    severity: Severity::Warning,
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
The tool has to be called in another way (`execution.taskSupport`). Only what refuses calls that worked fails.

## Why it matters
Plain calls or task calls are refused.

## Example
Before: `taskSupport: optional`
Now: `taskSupport: required`

## What to do
Call the tool as it asks to be called.

## When it is wrong
Clients that never use tasks are hit only by `required`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::ExecutionChanged);
}
