//! `compliance/rpc-lone-surrogate`: every string of a message is a text.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_schemas::snapshot::Dir;

use crate::contract::AnomalyKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-lone-surrogate",
    title: "no string holds half of a surrogate pair",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("RFC 8259, section 8.2"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An escape such as `\\ud83d` in a message of the server without its other half.

## Why it matters
It is no character. Clients in JavaScript pass it on, those in Rust, Go or Swift refuse the whole message or replace it:
one list is seen by some and not by others.

## Example
```json
{\"name\": \"half\", \"description\": \"Half \\ud83d of a face.\"}
```

## What to do
Cut texts between characters, not between UTF-16 units.

## When it is wrong
Only eight places of one message are listed.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let anomalies = cx
        .anomalies
        .iter()
        .filter(|anomaly| anomaly.kind == AnomalyKind::LoneSurrogate && anomaly.dir == Dir::In);
    said::about_server(
        sink,
        anomalies.map(|anomaly| {
            let message = format!("half of a surrogate pair is no text: {}", anomaly.detail);
            (Level::Warn, message, anomaly.frame)
        }),
    );
}
