//! `drift/resource_changed`: a text of a resource changed: name, title, description.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/resource_changed",
    title: "no text of a resource changed",
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
A text of a resource changed: name, title, description.

## Why it matters
Models choose by it, unlike in the contract that was pinned.

## Example
Before: The log.
Now: The secret log.

## What to do
Read the two texts side by side. Accept the change with a reason.

## When it is wrong
Names of resources are often data: name them under `volatile`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::ResourceChanged);
}
