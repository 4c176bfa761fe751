//! `drift/prompt_nonbreaking`: a prompt takes an optional argument more, or needs one less; or its icons or `_meta` changed.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/prompt_nonbreaking",
    title: "nothing else of a prompt changed",
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
A prompt takes an optional argument more, or needs one less; or its icons or `_meta` changed.

## Why it matters
It can be got as before.

## Example
Before: `summarize(text)`
Now: `summarize(text, tone?)`

## What to do
Nothing has to be done. The next baseline or `mcpward accept` takes it into the lock file.

## When it is wrong
An argument that is optional by word may be needed in fact.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::PromptNonbreaking);
}
