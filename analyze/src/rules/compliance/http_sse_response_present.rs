//! `compliance/http-sse-response-present`: a stream ends with the answer in it.

use std::collections::BTreeSet;

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::ClosedBy;

use crate::contract::{HttpRequest, HttpResponse};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-sse-response-present",
    title: "a stream ends with the answer in it",
    severity: Severity::Warning,
    level: Level::Warn,
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
A stream of events that the server ends without the answer to the request, where the answer does not come when the stream is
resumed either.

## Why it matters
The request is never answered: the client waits until its deadline, or reports a lost connection.

## Example
```http
HTTP/1.1 200 OK
Content-Type: text/event-stream
```

## What to do
Send the response, or an error response, before the stream is closed. To close early, give its events ids and answer the GET
that resumes it.

## When it is wrong
A proxy between the two may have cut the stream.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut n_streams = 0;
    let mut wrong = Vec::new();
    for requests in over_http::sessions(cx) {
        let holds = |request: &&HttpRequest| request.response.as_ref().is_some_and(HttpResponse::holds_response);
        let answered: BTreeSet<u32> = requests.iter().filter(holds).map(|request| request.exchange).collect();
        for asked in requests.iter().filter(|request| request.is_request()) {
            let Some(response) = asked.response.as_ref().filter(|response| response.is_stream()) else {
                continue;
            };
            if response.ended != Some(ClosedBy::Server) {
                continue;
            }
            n_streams += 1;
            if !answered.contains(&asked.exchange) {
                let message = "a stream ends without the answer to its request";
                wrong.push((Level::Warn, message.to_owned(), response.frame()));
            }
        }
    }
    if n_streams == 0 {
        return sink.skip_nothing(About::server(), "the server ended no stream");
    }
    said::about_server(sink, wrong.into_iter());
}
