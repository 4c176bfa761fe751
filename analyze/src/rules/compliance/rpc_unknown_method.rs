//! `compliance/rpc-unknown-method`: an unknown method is answered with -32601.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-unknown-method",
    title: "unknown methods get error -32601",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::UNKNOWN_METHOD)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Base protocol, JSON-RPC 2.0 section 5.1"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A request for a method that nobody has (`mcpward/nope`) that is answered with a result, or with another error code than -32601.
-32602 is a warning: servers on the Python SDK 1 answer so, since it reads the method as one of its parameters.

## Why it matters
Clients try newer methods and fall back on this code. With any other they report a failure of the server.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1008, \"error\": {\"code\": -32603, \"message\": \"no handler\"}}
```

## What to do
Answer requests that have no handler with -32601 (method not found).

## When it is wrong
A server that does not answer at all is reported by `compliance/rpc-unknown-method-answered`.
";

/// What many good servers answer, and clients live with.
const INVALID_PARAMS: i64 = -32602;

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.probe(probe::UNKNOWN_METHOD) else {
        return;
    };
    match (&exchange.response, exchange.error_code()) {
        (None, _) => sink.skip(About::server(), exchange.why_no_result()),
        (Some(_), Some(-32601)) => {}
        (Some(_), Some(code)) => {
            let level = if code == INVALID_PARAMS {
                Level::Warn
            } else {
                Level::Fail
            };
            let message = format!("an unknown method is answered with error {code}, not -32601");
            sink.found(About::server(), message)
                .level(level)
                .expected(-32601)
                .actual(code)
                .frames(exchange.frames());
        }
        (Some(_), None) => {
            let message = "an unknown method is answered without an error code";
            sink.found(About::server(), message)
                .expected(-32601)
                .frames(exchange.frames());
        }
    }
}
