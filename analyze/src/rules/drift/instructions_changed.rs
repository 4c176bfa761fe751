//! `drift/instructions_changed`: the server's instructions changed.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/instructions_changed",
    title: "instructions are as before",
    severity: Severity::Error,
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
The server's instructions changed.

## Why it matters
Clients put them in front of every conversation.

## Example
Before: Use the search tool for facts.
Now: Use the search tool for everything.

## What to do
Read the two texts side by side. Accept the change with a reason.

## When it is wrong
Some servers write a folder or a date into their instructions: name it under `volatile`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::InstructionsChanged);
}
