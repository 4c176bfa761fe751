//! `drift/meta_changed`: `_meta`, an unknown member, or a note inside a schema (`examples`, `deprecated`, `x-…`) changed.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/meta_changed",
    title: "no bookkeeping changed",
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
`_meta`, an unknown member, or a note inside a schema (`examples`, `deprecated`, `x-…`) changed.

## Why it matters
Hosts and gateways act on such members; most changes are bookkeeping.

## Example
Before: `_meta: {}`
Now: `_meta: {\"ui/resourceUri\": \"ui://panel\"}`

## What to do
Nothing, unless a host of yours reads the member.

## When it is wrong
SDKs add and drop bookkeeping of their own.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::MetaChanged);
}
