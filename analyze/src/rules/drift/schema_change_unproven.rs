//! `drift/schema_change_unproven`: a schema changed, and neither safety nor a break could be shown.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/schema_change_unproven",
    title: "every schema change was judged",
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
A schema changed, and neither safety nor a break could be shown. The reason is named.

## Why it matters
It is not said to be safe unless that is proved.

## Example
Before: a pattern with look-behind
Now: another one

## What to do
Read the edits. Accept the schema with a reason where they are harmless.

## When it is wrong
Patterns that are not regular and references that lead nowhere are beyond proof, harmless or not.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::SchemaChangeUnproven);
}
