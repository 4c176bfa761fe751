//! `drift/auth-context-mismatch`: other credentials than those that the contract was pinned with.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Remark;
use crate::rules::drift_report::ready;
use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/auth-context-mismatch",
    title: "the same credentials were used",
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
The names of the variables or headers that carry credentials differ from those of the baseline. Values are never kept.

## Why it matters
Servers show other tools to other accounts, so what differs may be due to that.

## Example
Before: header:authorization
Now: none

## What to do
Run with the credentials of the baseline, or pin the contract again with the new ones.

## When it is wrong
A variable that is set and not used counts too.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(compared) = ready(cx, sink) else { return };
    for remark in &compared.drift.remarks {
        if let Remark::OtherCredentials { before, after } = remark {
            let message = format!("credentials are {after}, pinned with {before}: what differs may be due to that");
            sink.found(About::server(), message);
        }
    }
}
