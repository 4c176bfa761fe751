//! `compliance/http-header-missing`: requests without the headers that mirror them are refused.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::tell_unlike_mismatch;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-header-missing",
    title: "requests without the headers that mirror them are refused",
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
In 2026-07-28: a request without `Mcp-Method`, or a call without `Mcp-Name`, that is served all the same. One that is refused in another
way than with HTTP 400 and error -32020 is a warning.

## Why it matters
Gateways decide by these headers. A server that does without them lets pass what no gateway has looked at.

## Example
```http
POST /mcp HTTP/1.1
MCP-Protocol-Version: 2026-07-28
Mcp-Method: tools/call

{\"jsonrpc\": \"2.0\", \"id\": 5, \"method\": \"tools/call\", \"params\": {\"name\": \"delete_all\"}}
```

## What to do
Demand `Mcp-Method` with every request, and `Mcp-Name` with `tools/call`, `prompts/get` and `resources/read`.

## When it is wrong
A server that also serves older versions may take a request without `Mcp-Method` for one of theirs, which is a warning at most.
";

const REQUESTS: [(&str, &str); 2] = [
    (probe::HTTP_METHOD_MISSING, "a request without Mcp-Method"),
    (probe::HTTP_NAME_MISSING, "a call without Mcp-Name"),
];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell_unlike_mismatch(cx, sink, &REQUESTS);
}
