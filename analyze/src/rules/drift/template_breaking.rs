//! `drift/template_breaking`: resources of a template have another media type.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/template_breaking",
    title: "no resource template changed for its callers",
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
Resources of a template have another media type.

## Why it matters
Readers parse by it, unlike in the contract that was pinned.

## Example
Before: `text/plain`
Now: `application/json`

## What to do
Check who parses the resources.

## When it is wrong
A more exact type for the same bytes breaks nobody.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::TemplateBreaking);
}
