//! `compliance/rpc-notification-silent`: a notification gets no response.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{AnomalyKind, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-notification-silent",
    title: "notifications get no response",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::AFTER_NOTIFICATION)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Base protocol, Notifications"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A response to a notification that the server does not know, and a server that answers nothing after one.

## Why it matters
Notifications have no id, so a response to one belongs to nothing. Clients take it for a broken message, or for the answer to
something else.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": null, \"error\": {\"code\": -32601, \"message\": \"Method not found\"}}
```

## What to do
Ignore notifications that have no handler.

## When it is wrong
The rule sees what comes before the answer to the next ping; a response after that is unsolicited.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let anomalies = cx.anomalies.iter().filter(|anomaly| {
        let connection = &cx.contract.connections[anomaly.connection];
        anomaly.kind == AnomalyKind::UnknownId
            && connection.notified(anomaly.frame) == Some(probe::UNKNOWN_NOTIFICATION_METHOD)
    });
    said::about_server(
        sink,
        anomalies.map(|anomaly| {
            (
                Level::Fail,
                format!("a notification is answered, with the id {}", anomaly.detail),
                anomaly.frame,
            )
        }),
    );
    if let Some(exchange) = cx
        .probe(probe::AFTER_NOTIFICATION)
        .filter(|exchange| exchange.response.is_none())
    {
        sink.found(
            About::server(),
            format!("after an unknown notification {}", exchange.why_no_result()),
        )
        .frames(exchange.frames());
    }
}
