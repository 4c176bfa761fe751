//! `compliance/http-session-missing`: a request without the session id that the server has given gets 400.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::reply_in;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-session-missing",
    title: "requests without session id get HTTP 400",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Session Management"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A ping without `Mcp-Session-Id`, to a server that has given one, that is refused with another status than 400. A server that serves
it gets a note.

## Why it matters
404 would tell a client to begin a new session, which it would forget to name again; 5xx would tell it that the server is down.

## Example
```http
HTTP/1.1 500 Internal Server Error
```

## What to do
Answer 400 and say in the body which header is missing: a gateway that drops it is the usual cause.

## When it is wrong
A server need not demand its session ids; one that serves requests without is free to do so.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply_in(cx, sink, probe::HTTP_SESSION_MISSING, ["2025-03-26", "2025-11-25"]) else {
        return;
    };
    let (level, message) = match reply.status {
        400 => return,
        _ if reply.is_taken() => (
            Level::Note,
            "a request without session id is served, though the server has given one".to_owned(),
        ),
        _ => (
            Level::Warn,
            format!(
                "a request without session id is answered with {}, not HTTP 400",
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
