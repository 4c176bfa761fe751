//! `compliance/http-header-case`: values of headers are compared with their capitals.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::{reply, unlike_mismatch};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-header-case",
    title: "values of headers are compared with their capitals",
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
In 2026-07-28: a request whose `Mcp-Method` has other capitals than the method in its body, and that is not refused with HTTP 400 and
error -32020. That names of headers are taken in lower case is seen by every other request.

## Why it matters
A gateway that lets `tools/list` pass and a server that takes `Tools/List` for it do not mean the same.

## Example
```http
POST /mcp HTTP/1.1
Mcp-Method: Server/Discover
```

## What to do
Look headers up without regard to capitals, and compare their values byte by byte.

## When it is wrong
It is not: methods of MCP are told apart by their capitals.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply(cx, sink, probe::HTTP_METHOD_CASE) else {
        return;
    };
    let what = "a request whose Mcp-Method has other capitals than its method";
    let Some((_, message)) = unlike_mismatch(reply, what) else {
        return;
    };
    sink.found(About::server(), message)
        .expected(400)
        .actual(reply.status)
        .frames(reply.spelled.frames());
}
