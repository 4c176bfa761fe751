//! `drift/resource_removed`: a resource is gone, unlike in the contract that was pinned.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/resource_removed",
    title: "no resource was removed",
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
A resource is gone, unlike in the contract that was pinned.

## Why it matters
Lists of resources shrink by use; who reads it sees an error.

## Example
Before: `file:///a`
Now: –

## What to do
Find out who reads it, and what they should read now.

## When it is wrong
Lists of resources are data as much as contract.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::ResourceRemoved);
}
