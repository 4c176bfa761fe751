//! `drift/page_changed`: pages that tools link changed.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/page_changed",
    title: "no page that a tool links changed",
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
A page of MCP Apps that a tool links has another text. Permissions and origins that it asks for besides are high and fail.

## Why it matters
People see it in the place of the result, and its script acts on what they do.

## Example
Before: `<button>Book</button>`
Now: `<button>Book and pay</button>`

## What to do
Read what changed in the page, and accept the change with a reason.

## When it is wrong
A server that builds its pages anew for each reader changes them each time: `volatile` with `/server/pages/*/text` leaves that out.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::PageChanged);
}
