//! `compliance/http-session-unknown`: a session that the server does not know gets 404.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::reply_in;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-session-unknown",
    title: "requests in unknown sessions get HTTP 404",
    severity: Severity::Error,
    level: Level::Fail,
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
A ping with a session id that the server never gave, from a server that gives such ids: that is served, or that makes the server
fail with HTTP 5xx. Another refusal than 404 is a warning.

## Why it matters
404 is the one status on which a client begins a new session. With any other one a client whose session was lost, by a restart of
the server, stays broken until its user notices. A server that serves any id does not know whom it talks to.

## Example
```http
HTTP/1.1 400 Bad Request

{\"jsonrpc\": \"2.0\", \"id\": null, \"error\": {\"code\": -32000, \"message\": \"No valid session ID provided\"}}
```

## What to do
Answer 404 to every request with a session id that is not known, and 400 only to those without one.

## When it is wrong
Many servers answer 400 here, as examples of their SDK do; clients that expect this exist. A server without state does better to give
no session id than one that nobody looks at.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply_in(cx, sink, probe::HTTP_SESSION_UNKNOWN, ["2025-03-26", "2025-11-25"]) else {
        return;
    };
    let (level, message) = match reply.status {
        404 => return,
        _ if reply.is_taken() => (
            Level::Fail,
            "a request in a session that the server never gave is served".to_owned(),
        ),
        status => (
            if status >= 500 { Level::Fail } else { Level::Warn },
            format!(
                "a request in an unknown session is answered with {}, not HTTP 404: clients do not begin a new one",
                reply.words()
            ),
        ),
    };
    sink.found(About::server(), message)
        .level(level)
        .expected(404)
        .actual(reply.status)
        .frames(reply.spelled.frames());
}
