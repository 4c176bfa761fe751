//! `compliance/rpc-id-type`: an id keeps its JSON type.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::Outcome;

use crate::contract::{AnomalyKind, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-id-type",
    title: "ids keep their type",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Base protocol, Requests"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A response that names the id of its request in another type (`\"7\"` for `7`), and a request whose id is a string that gets no
answer.

## Why it matters
Ids are strings or integers, and clients compare them exactly. Answers with the wrong type are lost, with typed clients at once.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": \"1001\", \"result\": {}}
```

## What to do
Keep the id as the JSON value that came, instead of turning it into a number or a string.

## When it is wrong
A server that answers nothing at all is found here too, since it also leaves the string unanswered.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let anomalies = cx
        .anomalies
        .iter()
        .filter(|anomaly| anomaly.kind == AnomalyKind::IdTypeChanged);
    let changed = anomalies.map(|anomaly| {
        (
            Level::Fail,
            format!(
                "a response names the id {}, in another type than the request",
                anomaly.detail
            ),
            anomaly.frame,
        )
    });
    said::about_server(sink, changed);
    if let Some(exchange) = cx
        .probe(probe::ID_STRING)
        .filter(|exchange| exchange.response.is_none())
    {
        if let Some(Outcome::Failed { .. }) = exchange.outcome {
            // Whoever is turned away at the door was not refused for his id.
            return sink.skip(About::server(), exchange.why_no_result());
        }
        sink.found(About::server(), "a request whose id is a string is not answered")
            .frames(exchange.frames());
    }
}
