//! `compliance/rpc-cancel-unknown`: the cancellation of an unknown request is ignored.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{AnomalyKind, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-cancel-unknown",
    title: "cancellations of unknown requests are ignored",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::AFTER_CANCEL)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Cancellation, Behavior requirements"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that answers the cancellation of a request that it never got, or answers nothing after it.

## Why it matters
A cancellation may cross the answer that it wanted to stop. Then the request is gone already, and that is no error.

## Example
```json
{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": 99999}}
```

## What to do
Ignore cancellations of requests that are not running.

## When it is wrong
It looks at one cancellation, right after a quiet moment.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let anomalies = cx.anomalies.iter().filter(|anomaly| {
        let connection = &cx.contract.connections[anomaly.connection];
        anomaly.kind == AnomalyKind::UnknownId && connection.notified(anomaly.frame) == Some("notifications/cancelled")
    });
    let answered = anomalies.map(|anomaly| (Level::Warn, "a cancellation is answered".to_owned(), anomaly.frame));
    said::about_server(sink, answered);
    if let Some(exchange) = cx
        .probe(probe::AFTER_CANCEL)
        .filter(|exchange| exchange.response.is_none())
    {
        let message = format!(
            "after the cancellation of an unknown request {}",
            exchange.why_no_result()
        );
        sink.found(About::server(), message).frames(exchange.frames());
    }
}
