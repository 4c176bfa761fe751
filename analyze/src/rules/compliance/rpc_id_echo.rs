//! `compliance/rpc-id-echo`: a response names the id of its request.

use mcpward_schemas::report::{FrameRef, Severity, SubjectKind};

use crate::contract::{AnomalyKind, Connection};
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
Over HTTP the exchange tells what an answer belongs to, so an error without an id or with null is a warning there, and so is the
body of a refusal with any other id: the Python SDK 1 names all of its refusals \"server-error\".
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
        // An HTTP refusal often has no id or a made-up one, and HTTP itself tells which request it answers.
        let has_no_id = connection.http && ["null", "no id"].contains(&anomaly.detail.as_str());
        let level = match has_no_id || is_refusal(connection, anomaly.frame) {
            true => Level::Warn,
            false => Level::Fail,
        };
        let message = match anomaly.detail.as_str() {
            "no id" => "a response has no id".to_owned(),
            id => format!("a response names the id {id}, which was not asked with"),
        };
        (open || connection.http).then_some((level, message, anomaly.frame))
    });
    said::about_server(sink, strange);
}

/// Whether a frame is what came with an HTTP status of failure.
fn is_refusal(connection: &Connection, frame: FrameRef) -> bool {
    let responses = connection
        .http_requests
        .iter()
        .filter_map(|request| request.response.as_ref());
    let mut refusals = responses.filter(|response| response.status >= 400);
    refusals.any(|response| response.parts.iter().any(|part| part.frame == frame))
}
