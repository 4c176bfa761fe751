//! `clients/page-count`: the list of tools has as many pages as the clients read.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::clients::PageCount;
use crate::contract::ListKind;
use crate::rules::minded::{dress, who};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/page-count",
    title: "the list of tools has as many pages as the clients read",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A list of tools with more pages than a client asks for.

## Why it matters
Tools on later pages do not exist for users of that client, and neither side reports an error.

## Example
A server that lists 120 tools in pages of 50, and a client that reads the first page only.

## What to do
Send all tools in one page; lists of a few hundred tools are no burden.

## When it is wrong
A client that was mended since its figure was written reads all pages.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(pass) = cx.surface.and_then(|surface| surface.list(ListKind::Tools).pass()) else {
        return;
    };
    let n_pages = pass.pages.len();
    let clients = cx.chosen.minding::<PageCount>(|_, rule| n_pages > rule.max);
    if !clients.is_empty() {
        let message = format!("the list of tools has {n_pages} pages: {}", who(&clients));
        let found = sink.found(About::server(), message);
        found.actual(n_pages);
        dress(found, cx, &clients, None);
    }
}
