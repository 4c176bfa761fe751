//! `drift/prompt_changed`: a text of a prompt changed: title, description, description of an argument.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/prompt_changed",
    title: "no text of a prompt changed",
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
A text of a prompt changed: title, description, description of an argument.

## Why it matters
People and models choose by it.

## Example
Before: Sums up.
Now: Sums up and files.

## What to do
Read the two texts side by side. Accept the change with a reason.

## When it is wrong
Servers make prompts from files that people edit.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::PromptChanged);
}
