//! `compliance/http-allow`: 405 says what is allowed.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::http_reply::is_over_http;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-allow",
    title: "HTTP 405 comes with an Allow header",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("RFC 9110, section 15.5.6"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A response with status 405 that has no `Allow` header.

## Why it matters
HTTP asks for it, and whoever debugs a client sees at once that the path is right and the method is not.

## Example
```http
HTTP/1.1 405 Method Not Allowed
Allow: POST
```

## What to do
Send `Allow` with the methods that the endpoint takes.

## When it is wrong
No MCP client is known to read it.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_http(cx, sink) {
        return;
    }
    let connections = cx.contract.connections.iter();
    let refused: Vec<_> = connections
        .flat_map(|connection| &connection.spelled)
        .filter(|spelled| spelled.status == Some(405))
        .collect();
    if refused.is_empty() {
        return sink.skip_nothing(About::server(), "no request was answered with HTTP 405");
    }
    if let Some(spelled) = refused.iter().find(|spelled| spelled.header("allow").is_none()) {
        sink.found(About::server(), "a response with HTTP 405 does not say what is allowed")
            .frames(spelled.frames());
    }
}
