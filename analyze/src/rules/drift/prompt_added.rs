//! `drift/prompt_added`: a prompt is new, unlike in the contract that was pinned.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/prompt_added",
    title: "no prompt was added",
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
A prompt is new, unlike in the contract that was pinned.

## Why it matters
Nobody calls it yet, unlike in the contract that was pinned.

## Example
Before: –
Now: `summarize`

## What to do
Nothing has to be done. What its texts say is judged apart.

## When it is wrong
Servers make prompts from files.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::PromptAdded);
}
