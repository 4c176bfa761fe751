//! `drift/nonbreaking_schema_change`: every call that worked still works and is still understood; every result is one that was possible before.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/nonbreaking_schema_change",
    title: "no schema widened",
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
Every call that worked still works and is still understood; every result is one that was possible before.

## Why it matters
Nobody has to do anything.

## Example
Before: `{a: number}`
Now: `{a: number, limit?: integer}`

## What to do
Nothing. Use what is new if you like.

## When it is wrong
Readers of results that list all values of an enum may stumble over fewer of them.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::NonbreakingSchemaChange);
}
