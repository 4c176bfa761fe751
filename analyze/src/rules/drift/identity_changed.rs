//! `drift/identity_changed`: something else answers: another package, host, transport, or another image under the same tag.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/identity_changed",
    title: "the same server answers",
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
Something else answers: another package, host, transport, or another image under the same tag. Another exact version of
the same package is low.

## Why it matters
A contract pinned for one server says nothing about another.

## Example
Before: `npm demo@1.0.0`
Now: `npm dem0@1.0.0`

## What to do
Check that the package, host or image is the one that you meant. Then `mcpward baseline`.

## When it is wrong
The same server behind another name or address is a change on purpose.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::IdentityChanged);
}
