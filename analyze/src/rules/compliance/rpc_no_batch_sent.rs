//! `compliance/rpc-no-batch-sent`: the server sends no arrays of messages.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_schemas::snapshot::Dir;

use crate::contract::AnomalyKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-no-batch-sent",
    title: "messages are sent one by one",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-06-18, Changelog"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A JSON array of messages, in a version other than 2025-03-26, the only one that allows it. In 2024-11-05, which says nothing, it
is a note.

## Why it matters
Clients of today expect an object and drop the whole line.

## Example
```json
[{\"jsonrpc\": \"2.0\", \"id\": 1002, \"result\": {}}]
```

## What to do
Send each message by itself.

## When it is wrong
In 2025-03-26 servers may send arrays, and nothing is reported.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let anomalies = cx
        .anomalies
        .iter()
        .filter(|anomaly| anomaly.kind == AnomalyKind::Batch && anomaly.dir == Dir::In);
    let arrays = anomalies.filter_map(|anomaly| {
        let surface = cx
            .contract
            .surfaces
            .iter()
            .find(|surface| surface.connection == anomaly.connection)?;
        let level = match surface.version().as_str() {
            "2025-03-26" => return None,
            "2024-11-05" => Level::Note,
            _ => Level::Fail,
        };
        Some((level, format!("an array of {} is sent", anomaly.detail), anomaly.frame))
    });
    said::about_server(sink, arrays);
}
