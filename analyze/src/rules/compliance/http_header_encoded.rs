//! `compliance/http-header-encoded`: names in base64 are read in headers.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::reply;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-header-encoded",
    title: "names in base64 are read in headers",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Transports, Streamable HTTP"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
In 2026-07-28: a call of a tool whose name is no plain ASCII, with `Mcp-Name` in base64 between `=?base64?` and `?=` as the version asks
for, that is refused since header and body would differ (error -32020).

## Why it matters
Headers hold ASCII only. A client has no other way to name a tool, a prompt or a resource with other letters.

## Example
```http
Mcp-Name: =?base64?Y2Fmw6k=?=

{\"error\": {\"code\": -32020, \"message\": \"Mcp-Name does not match\"}}
```

## What to do
Decode what stands between the marks before it is compared.

## When it is wrong
It is not where the server has names that need it; a server with plain names alone never meets such a header.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply(cx, sink, probe::HTTP_NAME_ENCODED) else {
        return;
    };
    if reply.spelled.error_code() == Some(-32020) {
        let message = "a call whose Mcp-Name is in base64 is taken for one whose header differs";
        sink.found(About::server(), message)
            .actual(reply.status)
            .frames(reply.spelled.frames());
    }
}
