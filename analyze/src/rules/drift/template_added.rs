//! `drift/template_added`: a resource template is new.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/template_added",
    title: "no resource template was added",
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
A resource template is new.

## Why it matters
Nobody reads by it yet.

## Example
Before: –
Now: `file:///{path}`

## What to do
Nothing has to be done. What its texts say is judged apart.

## When it is wrong
Servers make templates from data.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::TemplateAdded);
}
