//! `compliance/http-event-unknown`: an event id that the server never gave does not break it.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::reply_in;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-event-unknown",
    title: "unknown Last-Event-ID headers break nothing",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Resumability and Redelivery"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A GET with a `Last-Event-ID` that the server never gave, that makes it fail with HTTP 5xx.

## Why it matters
A client whose stream broke comes back with the last id it saw, perhaps to another instance or after a restart. A server that fails
of it is never heard by that client again.

## Example
```http
GET /mcp HTTP/1.1
Last-Event-ID: mcpward-no-such-event
```

## What to do
Open a new stream, or answer 4xx, where the event is not known.

## When it is wrong
The failure may be that of a gateway.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply_in(cx, sink, probe::HTTP_EVENT_UNKNOWN, ["2025-03-26", "2025-11-25"]) else {
        return;
    };
    if reply.status < 500 {
        return;
    }
    let message = format!(
        "a GET with an unknown Last-Event-ID is answered with HTTP {}",
        reply.status
    );
    sink.found(About::server(), message)
        .actual(reply.status)
        .frames(reply.spelled.frames());
}
