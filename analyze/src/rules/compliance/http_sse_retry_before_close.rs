//! `compliance/http-sse-retry-before-close`: a stream that ends early says when to come back.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::ClosedBy;

use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-sse-retry-before-close",
    title: "a stream that ends early says when to come back",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Http],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Sending messages to the server"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A stream that the server ends before it has answered the request, with no `retry` in it. Asked of servers of 2025-11-25 only.

## Why it matters
The client is to come back for the rest, and does not know when: some wait for seconds, some ask at once and over and over.

## Example
```http
id: stream-4_0
retry: 2000
data:
```

## What to do
Send an event with `retry` before the stream is closed early.

## When it is wrong
The specification says SHOULD, and clients have a delay of their own, so this is a note.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let early = over_http::responses(cx).filter(|(asked, response)| {
        let is_early = response.ended == Some(ClosedBy::Server) && !response.holds_response();
        asked.is_of_2025_11_25() && response.is_stream() && is_early
    });
    let mut n_early = 0;
    let wrong: Vec<_> = early
        .filter_map(|(_, response)| {
            n_early += 1;
            let says = response.events().any(|(_, sse)| sse.retry_ms.is_some());
            let message = "a stream ends before the answer and does not say when to come back";
            (!says).then(|| (Level::Note, message.to_owned(), response.frame()))
        })
        .collect();
    if n_early == 0 {
        return sink.skip_nothing(About::server(), "no stream ended before its answer in 2025-11-25");
    }
    said::about_server(sink, wrong.into_iter());
}
