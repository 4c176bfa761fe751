//! `compliance/rpc-id-large`: a large id comes back as it was.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_json::Value;

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-id-large",
    title: "large ids come back exactly",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::ID_LARGE)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Base protocol, Requests"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A ping with the id 9007199254740991, the largest integer that floating point holds exactly, that gets no answer with that id.

## Why it matters
Clients that count in nanoseconds or draw ids at random use large ones. Rounded or cut to 32 bits, answers do not find their
request.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 9.007199254740992e15, \"result\": {}}
```

## What to do
Keep the id as the JSON value that came; do not convert it to a number of your language.

## When it is wrong
A server that answers no ping at all fails here as well; look at `compliance/ping` first.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if let Some(exchange) = cx.probe(probe::ID_LARGE).filter(|exchange| exchange.response.is_none()) {
        let id = exchange.request.id().map_or("", Value::raw);
        sink.found(
            About::server(),
            format!("the request with id {id} gets no answer with that id"),
        )
        .frames(exchange.frames());
    }
}
