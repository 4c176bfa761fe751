//! `compliance/http-header-mismatch`: headers that contradict the body are refused.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::tell_unlike_mismatch;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-header-mismatch",
    title: "headers that contradict the body are refused",
    severity: Severity::Error,
    level: Level::Fail,
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
In 2026-07-28: a request whose `Mcp-Method`, `MCP-Protocol-Version` or `Mcp-Name` says something else than its body, and that is served
all the same. One that is refused in another way than with HTTP 400 and error -32020 is a warning.

## Why it matters
Gateways decide by the headers who may call what, and the server acts by the body. Where the two need not agree, whoever writes the
request decides for the gateway.

## Example
```http
POST /mcp HTTP/1.1
Mcp-Method: tools/list

{\"jsonrpc\": \"2.0\", \"id\": 5, \"method\": \"tools/call\", \"params\": {\"name\": \"delete_all\"}}
```

## What to do
Compare each of the headers with the body before anything is done, and answer HTTP 400 with error -32020.

## When it is wrong
A gateway before the server may write the headers anew; then it has to refuse them.
";

const REQUESTS: [(&str, &str); 3] = [
    (
        probe::HTTP_METHOD_OTHER,
        "a request whose Mcp-Method names another method",
    ),
    (
        probe::HTTP_VERSION_OTHER,
        "a request whose MCP-Protocol-Version names another version",
    ),
    (probe::HTTP_NAME_OTHER, "a call whose Mcp-Name names another tool"),
];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell_unlike_mismatch(cx, sink, &REQUESTS);
}
