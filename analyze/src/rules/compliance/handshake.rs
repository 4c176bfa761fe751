//! `compliance/handshake`: the server agrees to speak.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{About, Context, Level, RuleMeta, Sink, is_no_evidence};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/handshake",
    title: "the server answers initialize",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Lifecycle, Initialization"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that does not answer `initialize` with a result: it answers with an error, with something else, or not at all.

## Why it matters
Without the handshake no client can use the server.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1001, \"error\": {\"code\": -32603, \"message\": \"database unreachable\"}}
```

## What to do
Start the server by hand with the same command and look at its stderr. Answer `initialize` before opening connections that
may fail, and report what is missing when a tool is called.

## When it is wrong
A server that only speaks 2026-07-28 has no handshake; it passes where that era answered.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if let Some(surface) = cx.surface {
        match surface.is_handshake() {
            true => sink.pass(format!(
                "initialize is answered, protocol version {}",
                surface.version()
            )),
            false => sink.pass(format!("the server speaks {} without handshake", surface.version())),
        }
        return;
    }
    match cx.hello() {
        // What is down may speak any protocol once it is up.
        Some(exchange) if is_no_evidence(exchange) => sink.skip(About::server(), cx.why_no_contract()),
        Some(exchange) => {
            sink.found(About::server(), cx.why_no_contract())
                .frames(exchange.frames());
        }
        None => sink.skip(About::server(), cx.why_no_contract()),
    }
}
