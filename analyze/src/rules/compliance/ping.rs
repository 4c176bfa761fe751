//! `compliance/ping`: the server answers a ping.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/ping",
    title: "the server answers ping",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::PING)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Ping"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `ping` that is answered with an error, with something that is no object, or not at all.

## Why it matters
Clients ping to learn whether a connection still lives, and end the ones that do not answer.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1002, \"error\": {\"code\": -32601, \"message\": \"Method not found\"}}
```

## What to do
Answer at once with an empty result, also while a tool runs: `{\"jsonrpc\": \"2.0\", \"id\": 1002, \"result\": {}}`.

## When it is wrong
2026-07-28 has no ping, and the rule does not look at that era.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.probe(probe::PING) else { return };
    match exchange.result() {
        Some(result) if result.is_object() => {}
        Some(result) => {
            sink.found(
                About::server(),
                format!("the result of ping is {}, not an object", result.kind().name()),
            )
            .frames(exchange.frames());
        }
        None => {
            sink.found(About::server(), exchange.why_no_result())
                .frames(exchange.frames());
        }
    }
}
