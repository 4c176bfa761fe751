//! `compliance/mod-server-requests`: the server sends no requests.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{MessageKind, beginning};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-server-requests",
    title: "servers of 2026-07-28 send no requests",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Base protocol, Messages"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A request from the server in 2026-07-28, over stdio or on an event stream.

## Why it matters
Clients of this version answer none: what the server needs it asks for in a result. The server waits for ever.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"roots/list\"}
```

## What to do
Answer the client's request with `resultType: input_required` and put the questions there.

## When it is wrong
A server that takes the connection for an older one asks as it may there; then it answers in the wrong era.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.modern() else { return };
    let requests = cx.contract.connection(surface).from_server().filter_map(|message| {
        let method = message.method().filter(|_| message.kind == MessageKind::Request)?;
        Some((
            Level::Fail,
            format!("the server sends the request {}", beginning(&method)),
            message.frame,
        ))
    });
    said::about_server(sink, requests);
}
