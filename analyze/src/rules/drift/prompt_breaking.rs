//! `drift/prompt_breaking`: a prompt needs another argument, or no longer takes one.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/prompt_breaking",
    title: "no prompt changed for its callers",
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
A prompt needs another argument, or no longer takes one.

## Why it matters
It can't be got as before.

## Example
Before: `summarize(text)`
Now: `summarize(text, tone)`

## What to do
Give the new argument, or stop giving the old one.

## When it is wrong
Clients that ask a person for the arguments cope by themselves.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::PromptBreaking);
}
