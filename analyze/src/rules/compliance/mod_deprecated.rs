//! `compliance/mod-deprecated`: what is deprecated is named.

use mcpward_schemas::report::{Severity, SubjectKind};

use std::collections::BTreeSet;

use mcpward_json::Value;

use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-deprecated",
    title: "nothing is used that 2026-07-28 deprecates",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Deprecated Features"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server without handshake that declares `logging`, or asks its client for roots or for a sample (`roots/list`,
`sampling/createMessage`), as a note: all of it still works.

## Why it matters
New servers should not use it, and a later version of the protocol drops it.

## Example
```json
{ \"resultType\": \"input_required\", \"inputRequests\": { \"r\": { \"method\": \"roots/list\" } } }
```

## What to do
Take folders as arguments of tools or from the configuration, call a model by its own interface, and log to stderr or by OpenTelemetry.

## When it is wrong
A server that serves older versions as well may need it for them, and declares it for all alike.
";

/// Requests of a server to its client that are deprecated.
const METHODS: [&str; 2] = ["roots/list", "sampling/createMessage"];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.modern() else { return };
    let mut used = BTreeSet::new();
    if surface.declares("logging") {
        used.insert("logging");
    }
    for exchange in &cx.contract.connection(surface).exchanges {
        let questions = exchange.result().and_then(|result| result.get("inputRequests"));
        for (_, question) in questions.into_iter().flat_map(Value::entries) {
            let method = question.get("method");
            used.extend(
                METHODS
                    .iter()
                    .filter(|known| method.is_some_and(|method| method.is_text(known))),
            );
        }
    }
    if !used.is_empty() {
        let used = used.into_iter().collect::<Vec<_>>().join(", ");
        sink.found(About::server(), format!("2026-07-28 deprecates {used}"));
    }
}
