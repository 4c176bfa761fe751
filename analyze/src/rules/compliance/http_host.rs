//! `compliance/http-host`: a local server refuses requests for another host.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::{is_local, is_over_http, reply};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-host",
    title: "local servers refuse requests for other hosts",
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
A ping with `Host: evil.example` that a server on this machine answers as any other.

## Why it matters
By DNS rebinding a web page makes a name of its own lead to the user's machine. Its requests then are of one origin, which browsers
let through, and GETs have no `Origin` at all; only `Host` tells.

## Example
```http
POST /mcp HTTP/1.1
Host: evil.example
```

## What to do
Compare `Host` with the names that the server is reached by, and answer others with 403 or 421. The SDKs can do so: look for
`allowedHosts`.

## When it is wrong
A server that looks at `Origin` is safe from most of it; the specification does not ask for more.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_http(cx, sink) {
        return;
    }
    if !is_local(cx) {
        let reason = "the server is not on this machine, where rebinding would reach it";
        return sink.skip_nothing(About::server(), reason);
    }
    let Some(reply) = reply(cx, sink, probe::HTTP_HOST) else {
        return;
    };
    if reply.is_taken() {
        sink.found(
            About::server(),
            "a request for another host is served: its Host is not looked at",
        )
        .actual(reply.status)
        .frames(reply.spelled.frames());
    }
}
