//! `drift/server_changed`: `serverInfo` changed.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/server_changed",
    title: "the server calls itself as before",
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
`serverInfo` changed. Another name is medium.

## Why it matters
Versions rise; a name should not.

## Example
Before: `demo 1.0.0`
Now: `demo 1.1.0`

## What to do
Nothing for a version; look twice at a name.

## When it is wrong
Some servers report the version of their SDK.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::ServerChanged);
}
