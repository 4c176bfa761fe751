//! `compliance/http-session-strange`: session ids mean nothing without handshake.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::reply;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-session-strange",
    title: "session ids mean nothing without handshake",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Transports, Streamable HTTP"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
In 2026-07-28: a request with `Mcp-Session-Id` that is refused, or a response that gives one.

## Why it matters
The version has no sessions. A client that still has an id from an older server sends it along, and what it gets must not depend on it.

## Example
```http
HTTP/1.1 404 Not Found

session not found
```

## What to do
Look at `MCP-Protocol-Version` first, and at the session only in the versions that have one.

## When it is wrong
A gateway may use the header to lead requests to one machine; then it should take it out.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply(cx, sink, probe::HTTP_SESSION_STRANGE) else {
        return;
    };
    let message = if !reply.is_taken() {
        format!("a request with Mcp-Session-Id is answered with {}", reply.words())
    } else if reply.spelled.header("mcp-session-id").is_some() {
        "a response without handshake gives a session".to_owned()
    } else {
        return;
    };
    sink.found(About::server(), message)
        .actual(reply.status)
        .frames(reply.spelled.frames());
}
