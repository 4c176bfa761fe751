//! `compliance/progress-unrequested`: progress comes only for requests that asked for it.

use std::collections::BTreeSet;

use mcpward_json::canonical;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::beginning;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/progress-unrequested",
    title: "progress needs a token of the request",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Progress"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`notifications/progress` with a token that no request of ours has sent.

## Why it matters
Clients find the request by the token. One that they never gave is an error in most, and in some the end of the connection.

## Example
```json
{\"method\": \"notifications/progress\", \"params\": {\"progressToken\": \"job-1\", \"progress\": 1}}
```

## What to do
Send progress only where `_meta.progressToken` of the request is there, with that token.

## When it is wrong
Only the first sample and the first warm-up call of a tool carry a token, so there is no other request that it could belong to.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut unasked = Vec::new();
    for connection in cx
        .contract
        .connections
        .iter()
        .filter(|connection| !connection.is_throw_away())
    {
        let asked: BTreeSet<String> = connection
            .exchanges
            .iter()
            .filter_map(|exchange| {
                Some(canonical(
                    exchange.request.params()?.get("_meta")?.get("progressToken")?,
                ))
            })
            .collect();
        for message in connection.notifications("notifications/progress") {
            let token = message.params().and_then(|params| params.get("progressToken"));
            if !token.is_some_and(|token| asked.contains(&canonical(token))) {
                let token = token.map_or("no token".to_owned(), |token| {
                    format!("the token {}", beginning(token.raw()))
                });
                let text = format!("notifications/progress comes with {token}, which no request gave");
                unasked.push((Level::Fail, text, message.frame));
            }
        }
    }
    said::about_server(sink, unasked.into_iter());
}
