//! `drift/era-changed`: a handshake on one side and none on the other.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Remark;
use crate::rules::drift_report::ready;
use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/era-changed",
    title: "the same era was spoken",
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
The contract was pinned in one protocol era and is seen in another.

## Why it matters
Both sides are compared in what both have; protocol versions are not.

## Example
Before: 2025-11-25, with `initialize`
Now: 2026-07-28, without

## What to do
Set `protocol` to the era of the lock file, or pin the contract again.

## When it is wrong
A server that left an era behind differs for good.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(compared) = ready(cx, sink) else { return };
    if compared.drift.remarks.contains(&Remark::OtherEra) {
        let message = "the contract was pinned in another protocol era: what both have is compared";
        sink.found(About::server(), message);
    }
}
