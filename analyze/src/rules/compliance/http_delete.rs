//! `compliance/http-delete`: DELETE ends the session or gets 405.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::reply_in;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-delete",
    title: "DELETE ends the session or gets HTTP 405",
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
A DELETE of the server's own session that is answered with neither a success nor 405.

## Why it matters
Clients that leave say so, to free what the server holds for them. One that is told something else can't know whether it worked.

## Example
```http
HTTP/1.1 404 Not Found
```

## What to do
Answer DELETE with 200 or 204 and forget the session, or with 405 where clients may not end it.

## When it is wrong
A gateway may keep DELETE from the server; then its answer is seen here.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply_in(cx, sink, probe::HTTP_DELETE, ["2025-03-26", "2025-11-25"]) else {
        return;
    };
    if reply.is_success() || reply.status == 405 {
        return;
    }
    let message = format!(
        "DELETE of the session is answered with {}, and neither with a success nor with 405",
        reply.words()
    );
    sink.found(About::server(), message)
        .actual(reply.status)
        .frames(reply.spelled.frames());
}
