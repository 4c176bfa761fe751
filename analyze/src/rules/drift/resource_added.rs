//! `drift/resource_added`: a resource is new, unlike in the contract that was pinned.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/resource_added",
    title: "no resource was added",
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
A resource is new, unlike in the contract that was pinned.

## Why it matters
Lists of resources grow by use.

## Example
Before: –
Now: `file:///a`

## What to do
Nothing has to be done. The next baseline or `mcpward accept` takes it into the lock file.

## When it is wrong
Lists of resources are data as much as contract.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::ResourceAdded);
}
