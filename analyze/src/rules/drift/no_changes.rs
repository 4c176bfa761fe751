//! `drift/no-changes`: a contract that is as it was pinned.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::drift_report::ready;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/no-changes",
    title: "nothing changed against the lock file",
    severity: Severity::Warning,
    level: Level::Warn,
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
Nothing: it passes where the contract is as it was pinned.

## Why it matters
It says that the comparison was made.

## Example
A server that nobody touched since.

## What to do
Nothing: this row only passes.

## When it is wrong
It says nothing about how the tools behave.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(compared) = ready(cx, sink) else { return };
    if compared.drift.changes.is_empty() {
        sink.pass(format!("nothing changed against {}", compared.file));
    } else {
        sink.not_asked();
    }
}
