//! `drift/breaking_schema_change`: a call that used to work is refused or misunderstood, or a result may look as no result could before.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/breaking_schema_change",
    title: "no schema change breaks callers",
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
A call that used to work is refused or misunderstood, or a result may look as no result could before. Shown by an
instance that two validators confirm.

## Why it matters
It breaks loudly at the call.

## Example
Before: `{a: number}`
Now: `{a: number, multiplier: number}`, both required

## What to do
Change your calls as the witness shows, or stay on the version before. Accept the schema as a whole with a reason.

## When it is wrong
Callers that never send what the witness holds are not hit: name what you use under `checks.drift.uses`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::BreakingSchemaChange);
}
