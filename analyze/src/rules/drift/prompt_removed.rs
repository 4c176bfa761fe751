//! `drift/prompt_removed`: a prompt is gone, unlike in the contract that was pinned.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/prompt_removed",
    title: "no prompt was removed",
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
A prompt is gone, unlike in the contract that was pinned.

## Why it matters
It fails loudly where it is used.

## Example
Before: `summarize`
Now: –

## What to do
Find out who uses it, and what they should use now.

## When it is wrong
Servers make prompts from files.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::PromptRemoved);
}
