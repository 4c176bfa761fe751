//! `compliance/rpc-one-response`: a request gets one response.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{AnomalyKind, beginning};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-one-response",
    title: "each request gets one response",
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
A second response to a request that was answered already.

## Why it matters
Which of the two a client takes depends on the client. Some end the connection.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1003, \"result\": {\"tools\": []}}
{\"jsonrpc\": \"2.0\", \"id\": 1003, \"error\": {\"code\": -32603, \"message\": \"late\"}}
```

## What to do
Answer once. A handler that fails after it answered has to log, not to answer again.

## When it is wrong
An error after a result counts too, even where both say the same.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let anomalies = cx
        .anomalies
        .iter()
        .filter(|anomaly| anomaly.kind == AnomalyKind::SecondResponse);
    said::about_server(
        sink,
        anomalies.map(|anomaly| {
            (
                Level::Fail,
                format!("{} is answered more than once", beginning(&anomaly.detail)),
                anomaly.frame,
            )
        }),
    );
}
