//! `drift/template_removed`: a resource template is gone.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/template_removed",
    title: "no resource template was removed",
    severity: Severity::Info,
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
A resource template is gone.

## Why it matters
It fails loudly where it is used.

## Example
Before: `file:///{path}`
Now: –

## What to do
Find out who uses it, and what they should use now.

## When it is wrong
Another template may serve the same resources.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::TemplateRemoved);
}
