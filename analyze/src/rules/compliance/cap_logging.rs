//! `compliance/cap-logging`: a server that declares logging takes a log level.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/cap-logging",
    title: "logging/setLevel answers where logging is declared",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::LOGGING)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Logging"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that declares the capability `logging` and does not take `logging/setLevel` with the level `info`.

## Why it matters
A client that wants less noise has no other way to say so.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1020, \"error\": {\"code\": -32601, \"message\": \"Method not found\"}}
```

## What to do
Answer with an empty result and keep the level, or do not declare `logging`.

## When it is wrong
The level `info` is set once, behind the other questions; `compliance/log-min-level` says whether levels are minded.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if let Some(exchange) = cx.probe(probe::LOGGING).filter(|exchange| exchange.result().is_none()) {
        sink.found(About::server(), exchange.why_no_result())
            .frames(exchange.frames());
    }
}
