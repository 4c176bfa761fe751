//! `compliance/http-version-bad`: a version header that names no version gets 400.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::reply_in;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-version-bad",
    title: "unsupported MCP-Protocol-Version headers get HTTP 400",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Protocol Version Header"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A ping with `MCP-Protocol-Version: 1999-01-01` that is served. Another refusal than HTTP 400 is a warning.

## Why it matters
The header is how a client and a server that lost sight of each other's version find out. A server that does not read it answers in
a version that the client does not expect.

## Example
```http
POST /mcp HTTP/1.1
MCP-Protocol-Version: 1999-01-01
```

## What to do
Compare the header with the versions that the server supports, before the message is handled, and answer 400.

## When it is wrong
Versions before 2025-06-18 do not know the header; where one of them was negotiated nothing is said.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply_in(cx, sink, probe::HTTP_VERSION_BAD, ["2025-06-18", "2025-11-25"]) else {
        return;
    };
    let (level, message) = match reply.status {
        400 => return,
        _ if reply.is_taken() => (
            Level::Fail,
            format!("a request with MCP-Protocol-Version {} is served", probe::UNPUBLISHED),
        ),
        _ => (
            Level::Warn,
            format!(
                "a request with MCP-Protocol-Version {} is answered with {}, not HTTP 400",
                probe::UNPUBLISHED,
                reply.words()
            ),
        ),
    };
    sink.found(About::server(), message)
        .level(level)
        .expected(400)
        .actual(reply.status)
        .frames(reply.spelled.frames());
}
