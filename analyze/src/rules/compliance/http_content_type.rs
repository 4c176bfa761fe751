//! `compliance/http-content-type`: requests are answered as JSON or as events.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Body, beginning};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, over_http, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-content-type",
    title: "requests are answered as JSON or as events",
    severity: Severity::Error,
    level: Level::Fail,
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
A request that is answered with a status of success and a body whose media type is neither `application/json` nor
`text/event-stream`, or none.

## Why it matters
Clients choose by the media type how they read the body, and refuse what they do not know.

## Example
```http
HTTP/1.1 200 OK
Content-Type: text/plain

{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {}}
```

## What to do
Set `Content-Type: application/json` on single answers, and `text/event-stream` on streams.

## When it is wrong
A page that a proxy put in front of the server is found here as well; then the server was not reached.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let answers =
        over_http::responses(cx).filter(|(asked, response)| asked.request.is_request() && response.is_success());
    let foreign = answers.filter_map(|(_, response)| {
        // What has no body needs no type; that there is no answer is found elsewhere.
        response.parts.iter().find(|part| part.body != Body::Empty)?;
        let message = match response.media_type().as_deref() {
            Some("application/json" | "text/event-stream") => return None,
            None | Some("") => "a request is answered without a media type".to_owned(),
            Some(kind) => format!("a request is answered as {}", beginning(kind)),
        };
        Some((Level::Fail, message, response.frame()))
    });
    said::about_server(sink, foreign);
}
