//! `drift/tool_removed`: a tool is gone, unlike in the contract that was pinned.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/tool_removed",
    title: "no tool was removed",
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
A tool is gone, unlike in the contract that was pinned.

## Why it matters
It fails loudly at the call and is mended in minutes.

## Example
Before: `search`, now: –, nothing else

## What to do
Find out who calls it, and what they should call now.

## When it is wrong
Some servers show fewer tools to other clients or credentials.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::ToolRemoved);
}
