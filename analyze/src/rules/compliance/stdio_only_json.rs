//! `compliance/stdio-only-json`: stdout holds messages and nothing else.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_schemas::snapshot::Dir;

use crate::contract::AnomalyKind;
use crate::rules::http_reply::is_over_stdio;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/stdio-only-json",
    title: "stdout holds only messages",
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
A line on stdout that is no JSON-RPC message: a banner, a log line, a stack trace. An empty line is a note. The first lines are
shown, and how many more there are.

## Why it matters
Clients read stdout line by line as JSON. Many end the connection at the first line that is none.

## Example
`Server listening on stdio`

## What to do
Write everything but messages to stderr, what libraries print included.

## When it is wrong
A cut line is reported by the bound that cut it, not here.
";

/// Different lines that are shown.
const LINES_MAX: usize = 5;

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_stdio(cx, sink) {
        return;
    }
    let anomalies = cx
        .anomalies
        .iter()
        .filter(|anomaly| anomaly.dir == Dir::In && !cx.contract.connections[anomaly.connection].http);
    let noise = anomalies.filter_map(|anomaly| {
        let (level, message) = match anomaly.kind {
            AnomalyKind::NotJson => (Level::Fail, format!("a line on stdout is no JSON: {}", anomaly.detail)),
            AnomalyKind::NotAMessage => (
                Level::Fail,
                format!("a line on stdout is no message: {}", anomaly.detail),
            ),
            AnomalyKind::EmptyLine => (Level::Note, "an empty line on stdout".to_owned()),
            _ => return None,
        };
        Some((level, message, anomaly.frame))
    });
    said::first_about_server(sink, noise, LINES_MAX);
}
