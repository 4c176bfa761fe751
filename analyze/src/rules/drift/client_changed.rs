//! `drift/client-changed`: another client than the one that the contract was pinned with.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Remark;
use crate::rules::drift_report::ready;
use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/client-changed",
    title: "the same client asked",
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
The capabilities that the client declared differ from those of the baseline.

## Why it matters
Servers show other tools to other clients, so what differs may be due to that.

## Example
Before: `{}`
Now: `{\"sampling\":{}}`

## What to do
Set `client.capabilities` as it was, or pin the contract again.

## When it is wrong
A server may not look at capabilities at all.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(compared) = ready(cx, sink) else { return };
    for remark in &compared.drift.remarks {
        if let Remark::OtherClient { before, after } = remark {
            let message = format!("the client declares {after}, pinned with {before}: what differs may be due to that");
            sink.found(About::server(), message);
        }
    }
}
