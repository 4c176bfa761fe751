//! `compliance/stdio-unexpected-exit`: the server does not end while a request is open.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::{EventKind, Outcome};

use crate::contract::{Exchange, probe};
use crate::rules::http_reply::is_over_stdio;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/stdio-unexpected-exit",
    title: "the server does not end while a request is open",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("JSON-RPC 2.0, section 5"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A connection that the server ended before it had answered a ping or a list, after it had agreed to speak. Where it ended at a
request that it may find odd, the rule about that request says so.

## Why it matters
The session is lost, with all that the client had open.

## Example
The process exits with code 134 during `tools/list`; its last words are `out of memory`.

## What to do
Look at the end of its stderr (`mcpward inspect --frames`). Catch what a handler throws, and answer with an error.

## When it is wrong
A server that somebody else stopped in that moment.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_stdio(cx, sink) {
        return;
    }
    let established = cx.contract.surfaces.iter().filter(|surface| surface.is_established());
    let lost = established.flat_map(|surface| {
        let connection = cx.contract.connection(surface);
        // Where a bound of the whole capture was reached, it was us who ended the connection.
        let by_us = connection.events.iter().any(|(_, event)| is_end_of_capture(event));
        let exchanges = connection.exchanges.iter().filter(move |_| !by_us);
        exchanges.filter(|exchange| exchange.outcome == Some(Outcome::Closed) && is_usual(exchange))
    });
    said::about_server(
        sink,
        lost.map(|exchange| {
            let message = format!("the server ends the connection during {}", exchange.method());
            (Level::Fail, message, exchange.request.frame)
        }),
    );
}

fn is_end_of_capture(event: &EventKind) -> bool {
    matches!(event, EventKind::LimitReached { limit, .. } if ["received_bytes_max", "frames_max"].contains(&limit.as_str()))
}

/// Whether every client asks it. What the server may find odd has rules of its own.
fn is_usual(exchange: &Exchange) -> bool {
    let name = exchange.probe.as_deref().unwrap_or_default();
    name == probe::PING || probe::parse_page(name).is_some()
}
