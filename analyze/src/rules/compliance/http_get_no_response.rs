//! `compliance/http-get-no-response`: no answers come on the stream of the server itself.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Body, MessageKind};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-get-no-response",
    title: "no answers come on the stream of the server itself",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Http],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Listening for messages from the server"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A JSON-RPC response on the stream that a GET opened, unless the GET resumes a broken stream.

## Why it matters
The client looks for the answer where it asked. What comes elsewhere is dropped, or taken for the answer to another request.

## Example
```http
event: message
data: {\"jsonrpc\": \"2.0\", \"id\": 5, \"result\": {}}
```

## What to do
Send each response on the stream of its own POST.

## When it is wrong
A proxy that joins the streams of one session into one looks the same.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let own = over_http::responses(cx).filter(|(asked, response)| {
        let is_own = asked.request.method == "GET" && asked.request.header("last-event-id").is_none();
        is_own && response.is_success() && response.is_stream()
    });
    let mut n_streams = 0;
    let wrong: Vec<_> = own
        .flat_map(|(_, response)| {
            n_streams += 1;
            let mut parts = response.parts.iter();
            parts.find(|part| part.body == Body::Message(MessageKind::Response))
        })
        .map(|part| {
            (
                Level::Fail,
                "an answer comes on the stream of a GET".to_owned(),
                part.frame,
            )
        })
        .collect();
    if n_streams == 0 {
        return sink.skip_nothing(About::server(), "no stream of the server itself was open");
    }
    said::about_server(sink, wrong.into_iter());
}
