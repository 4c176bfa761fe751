//! `compliance/rpc-unknown-method-answered`: an unknown method is answered at all.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-unknown-method-answered",
    title: "unknown methods are answered",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::UNKNOWN_METHOD)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Base protocol, Responses"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A request for a method that nobody has that gets no answer, or ends the connection.

## Why it matters
Every client of a newer protocol version asks for methods that older servers lack. One that falls silent or dies can't be used by
them.

## Example
`mcpward/nope` is sent, then a ping. The ping is answered, the method is not.

## What to do
Answer with error -32601, and keep running.

## When it is wrong
Silence is decided by a ping behind the request; a server that answers out of order, more slowly than it pings, looks silent.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if let Some(exchange) = cx
        .probe(probe::UNKNOWN_METHOD)
        .filter(|exchange| exchange.response.is_none())
    {
        sink.found(
            About::server(),
            format!("an unknown method: {}", exchange.why_no_result()),
        )
        .frames(exchange.frames());
    }
}
