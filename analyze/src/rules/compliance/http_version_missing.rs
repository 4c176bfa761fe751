//! `compliance/http-version-missing`: a request without version header is served as one of an older client.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::reply_in;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-version-missing",
    title: "requests without MCP-Protocol-Version header are served",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Protocol Version Header"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A ping without `MCP-Protocol-Version`, in a session whose version is known, that is refused.

## Why it matters
Clients of 2025-03-26 do not send the header, and many later ones forget it on some requests. The specification has servers take them
for that version.

## Example
```http
HTTP/1.1 400 Bad Request
```

## What to do
Use the version of the session where there is one, else 2025-03-26.

## When it is wrong
It is a recommendation: a server that has dropped 2025-03-26 may refuse.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply_in(cx, sink, probe::HTTP_VERSION_MISSING, ["2025-06-18", "2025-11-25"]) else {
        return;
    };
    if reply.is_taken() {
        return;
    }
    let message = format!(
        "a request without MCP-Protocol-Version is answered with {}",
        reply.words()
    );
    sink.found(About::server(), message)
        .actual(reply.status)
        .frames(reply.spelled.frames());
}
