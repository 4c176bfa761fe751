//! `compliance/http-origin-own`: a request from a web page of the server's own origin is served.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::reply;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-origin-own",
    title: "requests from the server's own web pages are served",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Security Warning"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A ping whose `Origin` is that of the server's own URL, that is refused.

## Why it matters
Web pages that the server itself shows, e.g. an inspector, can't use it.

## Example
```http
POST /mcp HTTP/1.1
Host: localhost:3000
Origin: http://localhost:3000
```

## What to do
Add the server's own origins to those that are allowed, with every port and name that it is reached by.

## When it is wrong
A server that is for no web page at all may refuse every one.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply(cx, sink, probe::HTTP_ORIGIN_OWN) else {
        return;
    };
    if reply.is_taken() {
        return;
    }
    let message = format!(
        "a request from a web page of the server's own origin is answered with {}",
        reply.words()
    );
    sink.found(About::server(), message)
        .actual(reply.status)
        .frames(reply.spelled.frames());
}
