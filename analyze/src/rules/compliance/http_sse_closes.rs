//! `compliance/http-sse-closes`: a stream is closed behind the answer.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::ClosedBy;

use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-sse-closes",
    title: "a stream is closed behind the answer",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "medium",
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
A stream of events that holds the answer to its request and that the server left open until the capture closed it
(`limits.drain_ms` behind the answer).

## Why it matters
Each call keeps a connection. Browsers allow six to one host, and servers run out of them.

## Example
```http
event: message
data: {\"jsonrpc\": \"2.0\", \"id\": 5, \"result\": {}}
```

## What to do
End the response when the answer is written.

## When it is wrong
A server that is slow to close looks the same, so this is a note.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let answered = over_http::responses(cx).filter(|(asked, response)| {
        let is_over = response.ended.is_some() && response.holds_response();
        asked.request.is_request() && response.is_stream() && is_over
    });
    let mut n_streams = 0;
    let wrong: Vec<_> = answered
        .filter_map(|(_, response)| {
            n_streams += 1;
            let message = "a stream stays open behind the answer to its request";
            (response.ended == Some(ClosedBy::Client)).then(|| (Level::Note, message.to_owned(), response.frame()))
        })
        .collect();
    if n_streams == 0 {
        return sink.skip_nothing(About::server(), "no stream with an answer was seen to its end");
    }
    said::about_server(sink, wrong.into_iter());
}
