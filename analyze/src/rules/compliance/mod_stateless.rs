//! `compliance/mod-stateless`: an answer does not depend on the requests before it.

use std::collections::BTreeSet;

use mcpward_json::{Value, canonical};
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Exchange, ListKind, Surface, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-stateless",
    title: "answers without handshake do not depend on the requests before them",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Base protocol, Statelessness"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A list and `server/discover` that are asked for at once, the list first, and come with other entries, or with other capabilities and
versions, than they did one after the other.

## Why it matters
Without handshake each request stands alone: a gateway sends two of one client to two machines, in any order. A server that keeps
something between requests answers some clients as if they were others.

## Example
`tools/list` names three tools behind `server/discover`, and none before it.

## What to do
Read version, client and capabilities from the `_meta` of each request, and keep nothing of it for the next.

## When it is wrong
A list that changes by itself differs as well; `compliance/page-same-count` tells.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.modern() else { return };
    let connection = cx.contract.connection(surface);
    let asked = [probe::STATELESS_LIST, probe::STATELESS_DISCOVER].map(|name| connection.probe(name));
    let [Some(list), Some(discovery)] = asked else {
        return sink.skip_nothing(
            About::server(),
            "the server declares no list to ask for at once with another request",
        );
    };
    let mut n_compared = 0;
    let mut tell = |exchange: &Exchange, same: Option<bool>| {
        n_compared += usize::from(same.is_some());
        if same == Some(false) {
            let message = format!(
                "{} is answered otherwise where another request is under way",
                exchange.method()
            );
            sink.found(About::server(), message).frames(exchange.frames());
        }
    };
    tell(list, is_same_list(surface, list));
    tell(
        discovery,
        connection
            .probe(probe::DISCOVER)
            .and_then(|before| is_same_hello(before, discovery)),
    );
    if n_compared == 0 {
        sink.skip(
            About::server(),
            "neither of two requests that were sent at once was answered",
        );
    }
}

/// Whether the same entries come, whatever their order; `None` where there is nothing to compare. An error is another answer.
fn is_same_list(surface: &Surface, asked: &Exchange) -> Option<bool> {
    let kind = ListKind::ALL.into_iter().find(|kind| kind.method() == asked.method())?;
    let page = surface.list(kind).passes.last()?.pages.first()?;
    asked.response.as_ref()?;
    let names = |result: Value<'_>| -> Option<BTreeSet<String>> {
        let entries = result.get(kind.member())?.items();
        Some(
            entries
                .filter_map(|entry| Some(entry.get(kind.key())?.raw().to_owned()))
                .collect(),
        )
    };
    Some(names(page.result.value()) == asked.result().and_then(names))
}

/// Whether versions and capabilities are the same.
fn is_same_hello(before: &Exchange, asked: &Exchange) -> Option<bool> {
    asked.response.as_ref()?;
    let before = before.result()?;
    let same = |member: &str| {
        let other = asked.result().and_then(|result| result.get(member));
        before.get(member).map(canonical) == other.map(canonical)
    };
    Some(["supportedVersions", "capabilities"].into_iter().all(same))
}
