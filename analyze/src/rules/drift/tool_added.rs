//! `drift/tool_added`: a tool is new.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/tool_added",
    title: "no tool was added",
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
A tool is new. Its whole definition is shown.

## Why it matters
Nobody calls it yet; what its texts say is judged apart.

## Example
Before: –, now: `search`, nothing else

## What to do
Read its definition before a model does. Accept it with a reason.

## When it is wrong
Some servers show more tools to other clients or credentials.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::ToolAdded);
}
