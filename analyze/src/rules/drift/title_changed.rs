//! `drift/title_changed`: the name that people see changed: `title`, else `annotations.title`, else the name.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/title_changed",
    title: "no title changed",
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
The name that people see changed: `title`, else `annotations.title`, else the name. Titles inside schemas are low.

## Why it matters
It is what an approval dialog shows.

## Example
Before: Read file
Now: Preview

## What to do
Check that the new name says what the tool does.

## When it is wrong
SDKs begin to make titles from names; those are left out.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::TitleChanged);
}
