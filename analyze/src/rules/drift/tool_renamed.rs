//! `drift/tool_renamed`: a tool has another name: one is gone, and one that came is its like in schema and text.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/tool_renamed",
    title: "no tool was renamed",
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
A tool has another name: one is gone, and one that came is its like in schema and text.

## Why it matters
Calls by the old name fail; what else changed in it is reported under the new one.

## Example
Before: `read-query`
Now: `read_query`

## What to do
Call it by its new name. Accept the change with a reason.

## When it is wrong
Two tools may be alike without being the same; the report has both definitions' differences.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::ToolRenamed);
}
