//! `compliance/stdio-terminated`: the last line ends.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_schemas::snapshot::Dir;

use crate::contract::AnomalyKind;
use crate::rules::http_reply::is_over_stdio;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/stdio-terminated",
    title: "the last line on stdout ends",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, stdio"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A last line on stdout without the line feed that ends a message.

## Why it matters
A client waits for the line feed and never sees the message.

## Example
The process exits after writing half of an answer.

## What to do
Flush stdout before the process exits, and end each message with a line feed.

## When it is wrong
A server that was ended by force may stop anywhere; look whether the shutdown was forced.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_stdio(cx, sink) {
        return;
    }
    let anomalies = cx.anomalies.iter().filter(|anomaly| {
        let http = cx.contract.connections[anomaly.connection].http;
        anomaly.kind == AnomalyKind::Unterminated && anomaly.dir == Dir::In && !http
    });
    said::about_server(
        sink,
        anomalies.map(|anomaly| {
            (
                Level::Fail,
                "stdout ends in the middle of a line".to_owned(),
                anomaly.frame,
            )
        }),
    );
}
