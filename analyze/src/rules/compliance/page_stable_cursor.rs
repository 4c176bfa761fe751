//! `compliance/page-stable-cursor`: a cursor gives its page more than once.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_json::Value;

use crate::contract::{Page, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/page-stable-cursor",
    title: "a cursor gives the same page again",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::CURSOR_AGAIN)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Pagination"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
The first cursor of a list that is sent once more, and answered with an error or with other entries than the first time, while the
list itself stayed as it was.

## Why it matters
A client that lost an answer, or that two users share, can only begin anew, and may miss entries or see them twice.

## Example
`tools/list` with the cursor `page-2` gives ten tools, and with the same cursor a moment later none.

## What to do
Put all that finds the page into the cursor, and keep no position on the server.

## When it is wrong
It is a recommendation. A server whose cursors are spent on purpose says so by its errors.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let (Some(surface), Some(exchange)) = (cx.main(), cx.probe(probe::CURSOR_AGAIN)) else {
        return;
    };
    let cursor = exchange.request.params().and_then(|params| params.get("cursor"));
    let list = surface
        .lists
        .iter()
        .find(|list| list.kind.method() == exchange.method());
    let (Some(cursor), Some(list)) = (cursor.and_then(Value::as_str), list) else {
        return;
    };
    let is_announced = cx
        .contract
        .connection(surface)
        .notifications(list.kind.changed())
        .next()
        .is_some();
    let pages: Vec<&Page> = list
        .passes
        .iter()
        .filter_map(|pass| pass.pages.iter().find(|page| page.cursor.as_deref() == Some(&*cursor)))
        .collect();
    let entries = |result: Value<'_>| {
        let items = result.get(list.kind.member()).into_iter().flat_map(Value::items);
        let mut entries: Vec<String> = items.map(mcpward_json::canonical).collect();
        entries.sort();
        entries
    };
    let Some(page) = pages.last() else { return };
    let first = entries(page.result.value());
    let is_steady = pages.iter().all(|page| entries(page.result.value()) == first);
    if is_announced || !is_steady {
        return sink.skip_nothing(About::server(), "the list changed by itself");
    }
    let method = list.kind.method();
    let message = match (&exchange.response, exchange.error_code(), exchange.result()) {
        (None, ..) => return sink.skip(About::server(), exchange.why_no_result()),
        (_, Some(code), _) => format!("{method} refuses a cursor that was used once with error {code}"),
        (_, None, Some(result)) if entries(result) == first => return,
        _ => format!("{method} gives another page for the same cursor"),
    };
    sink.found(About::server(), message)
        .frames([page.frame].into_iter().chain(exchange.frames()));
}
