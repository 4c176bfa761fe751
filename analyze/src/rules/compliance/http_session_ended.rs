//! `compliance/http-session-ended`: a session that was ended is not served any more.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::reply_in;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-session-ended",
    title: "requests in ended sessions get HTTP 404",
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
A ping in a session that the server has ended on DELETE, that is served, or that makes the server fail with HTTP 5xx. Another refusal
than 404 is a warning.

## Why it matters
Who ended a session, e.g. because its id has leaked, relies on it. And 404 is the one status on which a client begins a new one.

## Example
```http
DELETE /mcp HTTP/1.1
Mcp-Session-Id: s-1
```

## What to do
Forget the session on DELETE, and answer 404 to ids that are not known. Answer 405 where sessions can't be ended by clients.

## When it is wrong
Several servers behind one address may need a moment until all of them know.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let versions = ["2025-03-26", "2025-11-25"];
    let Some(deleted) = reply_in(cx, sink, probe::HTTP_DELETE, versions) else {
        return;
    };
    if !deleted.is_success() {
        let reason = format!("the session was not ended: DELETE got HTTP {}", deleted.status);
        return sink.skip_nothing(About::server(), reason);
    }
    let Some(reply) = reply_in(cx, sink, probe::HTTP_SESSION_ENDED, versions) else {
        return;
    };
    let (level, message) = match reply.status {
        404 => return,
        _ if reply.is_taken() => (
            Level::Fail,
            format!(
                "a request in a session that ended with HTTP {} is served",
                deleted.status
            ),
        ),
        status => (
            if status >= 500 { Level::Fail } else { Level::Warn },
            format!(
                "a request in a session that has ended is answered with {}, not HTTP 404",
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
