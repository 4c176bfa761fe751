//! `compliance/page-terminates`: a list ends.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Pass, PassEnd};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/page-terminates",
    title: "lists end",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Pagination"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A list whose pages go in circles, bring nothing new, or do not end within 1,000 pages or 100,000 entries; and one whose next
cursor is no string, or holds half of a surrogate pair, which warns: we do not follow it, since we could only send another one back.

## Why it matters
Clients follow cursors until there is none. On such a list they never stop, or stop at a bound of their own and miss entries.

## Example
```json
{\"tools\": [], \"nextCursor\": \"\"}
```

## What to do
Leave `nextCursor` out on the last page. The empty string is a cursor like any other.

## When it is wrong
A list of more than 100,000 entries ends some day, but no client gets there.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    for list in &surface.lists {
        let has_next = |pass: &&Pass| pass.pages.last().is_some_and(|page| page.next.is_some());
        let Some(pass) = list
            .passes
            .iter()
            .find(|pass| pass.end == PassEnd::Stopped && has_next(pass))
        else {
            continue;
        };
        let method = list.kind.method();
        let (n_pages, n_items) = (pass.pages.len(), pass.items.len());
        let cursor = pass.pages.last().and_then(|page| page.next.as_ref());
        let is_text = cursor.is_some_and(|cursor| cursor.value().is_string());
        let is_half = is_text && cursor.is_some_and(|cursor| cursor.value().has_lone_surrogate());
        let (level, message) = match (is_text, is_half) {
            // Clients that keep strings in UTF-16 can send it back.
            (_, true) => (
                Level::Warn,
                format!("{method} gives a next cursor with half of a surrogate pair, which is not followed"),
            ),
            (true, _) => (
                RULE.level,
                format!("{method} does not end: {n_pages} pages with {n_items} entries, and still a next cursor"),
            ),
            (false, _) => (RULE.level, format!("{method} gives a next cursor that is no string")),
        };
        let frames = pass.pages.last().map(|page| page.frame);
        sink.found(About::server(), message).level(level).frames(frames);
    }
}
