//! `compliance/stdio-utf8`: stdout is UTF-8 without a byte order mark.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_schemas::snapshot::Dir;

use crate::contract::AnomalyKind;
use crate::rules::http_reply::is_over_stdio;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/stdio-utf8",
    title: "stdout is UTF-8",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A line on stdout with bytes that are no UTF-8, or with a byte order mark.

## Why it matters
Clients decode as UTF-8 and drop the line, or the connection.

## Example
A name from a file system in Latin-1 goes into a tool description as it is.

## What to do
Set the encoding of stdout to UTF-8 without byte order mark when the server starts; on Windows the default is another one.

## When it is wrong
What the recorder masked or cut is not looked at.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_stdio(cx, sink) {
        return;
    }
    let anomalies = cx
        .anomalies
        .iter()
        .filter(|anomaly| anomaly.dir == Dir::In && !cx.contract.connections[anomaly.connection].http);
    let odd = anomalies.filter_map(|anomaly| {
        let message = match anomaly.kind {
            AnomalyKind::NotUtf8 => "a line on stdout is not UTF-8",
            AnomalyKind::ByteOrderMark => "a line on stdout begins with a byte order mark",
            _ => return None,
        };
        Some((Level::Fail, message.to_owned(), anomaly.frame))
    });
    said::about_server(sink, odd);
}
