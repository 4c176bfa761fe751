//! `compliance/http-param-header`: calls whose headers do not mirror their arguments are refused.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::{is_over_http, tell_unlike_mismatch, was_asked};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-param-header",
    title: "calls whose headers do not mirror their arguments are refused",
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
In 2026-07-28, of a tool with an argument that is marked `x-mcp-header`: a call whose `Mcp-Param-…` header is missing, or says something
else than the body, and that is served all the same. One that is refused in another way than with HTTP 400 and error -32020 is a
warning. Only a tool that is called anyway (`checks.drift.output`, `checks.latency`) is asked.

## Why it matters
Gateways route and limit by these headers. A server that does not compare them does for one tenant what was let through for another.

## Example
```http
POST /mcp HTTP/1.1
Mcp-Method: tools/call
Mcp-Name: query
Mcp-Param-Region: eu

{\"method\": \"tools/call\", \"params\": {\"name\": \"query\", \"arguments\": {\"region\": \"us\"}}}
```

## What to do
Compare each argument that is marked with its header before the tool is called, and take the mark away where no gateway needs it.

## When it is wrong
An argument below the root of the schema is only looked at where the call has it.
";

const REQUESTS: [(&str, &str); 2] = [
    (
        probe::HTTP_PARAM_OTHER,
        "a call whose Mcp-Param header differs from its argument",
    ),
    (
        probe::HTTP_PARAM_MISSING,
        "a call without the Mcp-Param header of an argument",
    ),
];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_http(cx, sink) {
        return;
    }
    if !was_asked(cx, probe::HTTP_PARAM_OTHER) {
        let reason = "no tool that is called anyway has an argument that a header mirrors";
        return sink.skip_nothing(About::server(), reason);
    }
    tell_unlike_mismatch(cx, sink, &REQUESTS);
}
