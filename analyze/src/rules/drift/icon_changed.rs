//! `drift/icon_changed`: icons changed.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/icon_changed",
    title: "no icon changed",
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
Icons changed. From another host it is medium.

## Why it matters
People recognize a server by it, and a client fetches it.

## Example
Before: `https://a.example/i.png`
Now: `https://b.example/i.png`

## What to do
Look where the icons come from.

## When it is wrong
Sites move their pictures to other hosts now and then.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::IconChanged);
}
