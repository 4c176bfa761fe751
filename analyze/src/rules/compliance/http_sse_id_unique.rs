//! `compliance/http-sse-id-unique`: each event id is used once in a session.

use std::collections::BTreeSet;

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::HttpResponse;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-sse-id-unique",
    title: "each event id is used once in a session",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Http],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Resumability and redelivery"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Two events of one session, on the same stream or on two, that have the same id. Streams that a client resumed are left out,
since what was missed is sent again.

## Why it matters
A client resumes with the id of the last event that it saw. Where that id stands for two events, it gets messages twice or
never.

## Example
```http
event: message
id: 1
data: {\"jsonrpc\": \"2.0\", \"id\": 5, \"result\": {}}
```

## What to do
Make ids of the stream and the place in it, such as `stream-4_17`, or count through the whole session.

## When it is wrong
A server that can resume nothing does no harm with ids that repeat.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut n_ids = 0;
    let mut wrong = Vec::new();
    for requests in over_http::sessions(cx) {
        let mut used: BTreeSet<&str> = BTreeSet::new();
        let begun = requests
            .iter()
            .filter(|request| request.header("last-event-id").is_none());
        let responses = begun.filter_map(|request| request.response.as_ref());
        for (part, sse) in responses.flat_map(HttpResponse::events) {
            let Some(id) = sse.id.as_deref().filter(|id| !id.is_empty()) else {
                continue;
            };
            n_ids += 1;
            if !used.insert(id) {
                wrong.push((Level::Warn, "an event has the id of another".to_owned(), part.frame));
            }
        }
    }
    if n_ids == 0 {
        return sink.skip_nothing(About::server(), "no event had an id");
    }
    said::about_server(sink, wrong.into_iter());
}
