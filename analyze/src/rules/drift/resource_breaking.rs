//! `drift/resource_breaking`: a resource has another media type.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/resource_breaking",
    title: "no resource changed for its callers",
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
A resource has another media type.

## Why it matters
Readers parse by it, unlike in the contract that was pinned.

## Example
Before: `text/plain`
Now: `application/json`

## What to do
Check who parses the resource.

## When it is wrong
A more exact type for the same bytes breaks nobody.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::ResourceBreaking);
}
