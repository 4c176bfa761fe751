//! `compliance/life-ping-empty`: the answer to ping is empty.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{beginning, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/life-ping-empty",
    title: "the answer to ping is empty",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::PING)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Ping, Behavior requirements"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A result of `ping` with members other than `_meta`.

## Why it matters
The specification asks for an empty result; strict clients refuse any other.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1002, \"result\": {\"status\": \"ok\"}}
```

## What to do
Answer with `{}`. Put the state of the server where people look for it, into a tool or a resource.

## When it is wrong
Metadata is allowed in every result.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.probe(probe::PING) else { return };
    let Some(result) = exchange.result() else {
        sink.skip(About::server(), exchange.why_no_result());
        return;
    };
    let extra = result
        .entries()
        .filter_map(|(name, _)| name.as_str())
        .find(|name| name != "_meta" && name != "resultType");
    if let Some(name) = extra {
        let message = format!("the result of ping has the member {}", beginning(&name));
        sink.found(About::server(), message)
            .at("/result")
            .frames(exchange.frames());
    }
}
