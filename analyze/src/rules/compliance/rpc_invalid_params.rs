//! `compliance/rpc-invalid-params`: wrongly typed parameters are answered with -32602.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-invalid-params",
    title: "wrongly typed parameters get error -32602",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::CURSOR_TYPE)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Base protocol, JSON-RPC 2.0 section 5.1"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A list that is asked for with the cursor 42 and answered with another error than -32602. A server that ignores the cursor gets a
note, one that does not answer fails.

## Why it matters
The code tells a client that the mistake is its own. An internal error looks like a broken server, and is tried again.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1014, \"error\": {\"code\": -32603, \"message\": \"expected string, received number\"}}
```

## What to do
Check parameters before the handler runs, and answer with -32602 (invalid params).

## When it is wrong
Widely used versions of the TypeScript SDK answer -32603; an update mends it.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.probe(probe::CURSOR_TYPE) else {
        return;
    };
    let method = exchange.method();
    match (&exchange.response, exchange.error_code()) {
        (None, _) => {
            sink.found(
                About::server(),
                format!("with a number as cursor {}", exchange.why_no_result()),
            )
            .level(Level::Fail)
            .frames(exchange.frames());
        }
        (Some(_), Some(-32602 | -32600)) => {}
        (Some(_), Some(code)) => {
            let message = format!("{method} with a number as cursor is answered with error {code}, not -32602");
            sink.found(About::server(), message)
                .expected(-32602)
                .actual(code)
                .frames(exchange.frames());
        }
        (Some(_), None) => {
            let message = format!("{method} takes a number as cursor without a word");
            sink.found(About::server(), message)
                .level(Level::Note)
                .frames(exchange.frames());
        }
    }
}
