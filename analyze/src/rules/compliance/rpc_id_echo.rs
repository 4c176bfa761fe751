//! `compliance/rpc-id-echo`: a response names the id of its request.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::AnomalyKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-id-echo",
    title: "responses name the id of their request",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Base protocol, Responses"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A response whose id no request had, while a request waits for its answer.

## Why it matters
A client finds the request of an answer by its id. With another id it waits until its deadline, and the answer is lost.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 0, \"result\": {\"tools\": []}}
```

## What to do
Copy the id of the request into the response as it is, whatever its type.

## When it is wrong
Over HTTP the exchange tells what an answer belongs to, so an error without an id or with null is a warning there.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let anomalies = cx
        .anomalies
        .iter()
        .filter(|anomaly| anomaly.kind == AnomalyKind::UnknownId);
    let strange = anomalies.filter_map(|anomaly| {
        let connection = &cx.contract.connections[anomaly.connection];
        let open = connection
            .exchanges
            .iter()
            .any(|exchange| exchange.response.is_none() && exchange.request.frame < anomaly.frame);
        // An HTTP refusal often has no id, and HTTP itself tells which request it answers.
        let level = if connection.http && ["null", "no id"].contains(&anomaly.detail.as_str()) {
            Level::Warn
        } else {
            Level::Fail
        };
        let message = format!("a response names the id {}, which was not asked with", anomaly.detail);
        (open || connection.http).then_some((level, message, anomaly.frame))
    });
    said::about_server(sink, strange);
}
