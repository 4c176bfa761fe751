//! `drift/resource_nonbreaking`: size, annotations, icons or `_meta` of a resource changed.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/resource_nonbreaking",
    title: "nothing else of a resource changed",
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
Size, annotations, icons or `_meta` of a resource changed.

## Why it matters
They say nothing about how it is read.

## Example
Before: `size: 10`
Now: `size: 12`

## What to do
Nothing has to be done. The next baseline or `mcpward accept` takes it into the lock file.

## When it is wrong
Sizes change with the data.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::ResourceNonbreaking);
}
