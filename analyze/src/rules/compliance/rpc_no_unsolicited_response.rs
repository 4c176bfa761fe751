//! `compliance/rpc-no-unsolicited-response`: no response comes unasked.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{AnomalyKind, probe};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-no-unsolicited-response",
    title: "no response comes unasked",
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
A response whose id was never sent, while no request waits.

## Why it matters
A client has nothing to do with it. Strict ones take it for a broken connection.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 5, \"result\": {\"done\": true}}
```

## What to do
Send what nobody asked for as a notification, without id.

## When it is wrong
A late answer to a request of another process on the same pipe looks the same.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let anomalies = cx
        .anomalies
        .iter()
        .filter(|anomaly| anomaly.kind == AnomalyKind::UnknownId);
    let unasked = anomalies.filter(|anomaly| {
        let connection = &cx.contract.connections[anomaly.connection];
        let open = connection
            .exchanges
            .iter()
            .any(|exchange| exchange.response.is_none() && exchange.request.frame < anomaly.frame);
        // What answers one of our notifications is said by the rules about that.
        let notified = connection.notified(anomaly.frame);
        let answers_probe = [
            Some(probe::UNKNOWN_NOTIFICATION_METHOD),
            Some("notifications/cancelled"),
        ]
        .contains(&notified);
        !open && !connection.http && !answers_probe
    });
    said::about_server(
        sink,
        unasked.map(|anomaly| {
            (
                Level::Fail,
                format!("a response with the id {} comes unasked", anomaly.detail),
                anomaly.frame,
            )
        }),
    );
}
