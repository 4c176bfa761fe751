//! `compliance/http-get`: a GET opens an event stream or gets 405.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::reply_in;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-get",
    title: "GET opens an event stream or gets HTTP 405",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Listening for Messages from the Server"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A GET of the endpoint that is answered with a success that is no event stream, or with HTTP 5xx. Another refusal than 405 is a warning.

## Why it matters
Each client opens this stream right after the handshake. One that gets a page instead of events waits for what never comes or tries
again and again; some give the whole connection up on any other status than 405.

## Example
```http
HTTP/1.1 200 OK
Content-Type: application/json

{\"status\": \"ok\"}
```

## What to do
Answer GET with `Content-Type: text/event-stream`, or with 405 where the server has nothing to send by itself. Put pages for people and
health checks on another path.

## When it is wrong
Many servers answer 400, 404 or 406, and most clients take that for no stream.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply_in(cx, sink, probe::HTTP_GET, ["2025-03-26", "2025-11-25"]) else {
        return;
    };
    let (level, message) = match reply.status {
        405 => return,
        200..=299 if reply.spelled.is_event_stream() => return,
        200..=299 => (
            Level::Fail,
            format!("GET is answered with HTTP {} and no event stream", reply.status),
        ),
        status => (
            if status >= 500 { Level::Fail } else { Level::Warn },
            format!("GET is answered with HTTP {status}, and neither with an event stream nor with 405"),
        ),
    };
    sink.found(About::server(), message)
        .level(level)
        .actual(reply.status)
        .frames(reply.spelled.frames());
}
