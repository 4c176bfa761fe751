//! `compliance/http-get-modern`: servers without handshake refuse GET and DELETE.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::replies;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-get-modern",
    title: "servers without handshake refuse GET and DELETE",
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
A server that only speaks 2026-07-28 and answers GET or DELETE at its endpoint with something else than HTTP 405.

## Why it matters
Clients of the versions before ask with GET for a stream, and end their session with DELETE. From 405 they learn that there is neither.

## Example
```http
GET /mcp HTTP/1.1

HTTP/1.1 200 OK
Content-Type: text/html
```

## What to do
Answer every method but POST with HTTP 405 and `Allow: POST`.

## When it is wrong
A page for people at the same URL is friendly; it can stand at another.
";

const REQUESTS: [(&str, &str); 2] = [(probe::HTTP_GET_MODERN, "GET"), (probe::HTTP_DELETE_MODERN, "DELETE")];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if cx.contract.speaks(true) {
        return sink.skip_nothing(About::server(), "the server speaks versions with handshake too");
    }
    for reply in replies(cx, sink, &REQUESTS.map(|(name, _)| name)) {
        let method = REQUESTS.iter().find(|(name, _)| *name == reply.spelled.probe);
        let Some((_, method)) = method.filter(|_| reply.status != 405) else {
            continue;
        };
        sink.found(
            About::server(),
            format!("{method} is answered with HTTP {}, not 405", reply.status),
        )
        .expected(405)
        .actual(reply.status)
        .frames(reply.spelled.frames());
    }
}
