//! `compliance/http-origin`: a request from a web page of another origin is refused.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::{is_local, reply};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-origin",
    title: "requests from foreign web pages get HTTP 403",
    severity: Severity::Warning,
    level: Level::Warn,
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
A ping with `Origin: http://evil.example` that the server answers as any other. A refusal with another status than 403 is a note,
and so is the finding for a server that is not on this machine.

## Why it matters
Any web page that a user opens can send requests to a server on the user's machine, by DNS rebinding with the page's own rights.
The header is the only thing that tells such a request from one of a client.

## Example
```http
POST /mcp HTTP/1.1
Host: localhost:3000
Origin: http://evil.example
```

## What to do
Compare `Origin`, where a request has one, with a list of allowed origins, and answer others with 403. The SDKs can do so, and leave
it off: look for `allowedOrigins`, `enableDnsRebindingProtection` or `TransportSecuritySettings`.

## When it is wrong
A server that is meant for web pages of any origin, and that asks each of them for credentials, is not open to this.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply(cx, sink, probe::HTTP_ORIGIN) else {
        return;
    };
    let (level, message) = match reply.status {
        403 => return,
        _ if !reply.is_success() => (
            Level::Note,
            format!(
                "a request from a foreign web page is refused with {}, not 403",
                reply.words()
            ),
        ),
        _ => {
            let level = if is_local(cx) { Level::Warn } else { Level::Note };
            let message = "a request from a foreign web page is served: its Origin is not looked at";
            (level, message.to_owned())
        }
    };
    sink.found(About::server(), message)
        .level(level)
        .expected(403)
        .actual(reply.status)
        .frames(reply.spelled.frames());
}
