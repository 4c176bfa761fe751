//! `drift/protocol_changed`: the server serves other protocol versions.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/protocol_changed",
    title: "protocol versions are as before",
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
The server serves other protocol versions. Only a version that it no longer serves fails.

## Why it matters
Clients that speak only that one are locked out.

## Example
Before: 2025-06-18, 2025-11-25
Now: 2025-11-25

## What to do
Check that your clients speak a version that is left.

## When it is wrong
A server is asked in each era once; a version that it would also speak may go unseen.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::ProtocolChanged);
}
