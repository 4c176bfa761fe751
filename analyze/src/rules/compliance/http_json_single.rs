//! `compliance/http-json-single`: a JSON body is one response.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Body, MessageKind};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, over_http, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-json-single",
    title: "a JSON body is one response",
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
A request that is answered with `application/json` and a body that is no JSON-RPC response: several values one after another,
broken JSON, a notification, something else.

## Why it matters
A client reads such a body as the answer. What is not there it can't find, and most give up on the connection.

## Example
```http
HTTP/1.1 200 OK
Content-Type: application/json

{\"status\": \"ok\"}
```

## What to do
Answer with exactly one object that has `jsonrpc`, `id`, and `result` or `error`. What else there is to say goes into a stream of
events before it.

## When it is wrong
Arrays of messages are left to `compliance/rpc-no-batch-sent`. A page of a proxy is found here as well.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let answers = over_http::responses(cx).filter(|(asked, response)| {
        let is_json = response.media_type().as_deref() == Some("application/json");
        is_json && asked.request.is_request() && response.is_success()
    });
    let wrong = answers.filter_map(|(_, response)| {
        let part = response.parts.first()?;
        let what = match part.body {
            Body::Message(MessageKind::Response) | Body::Array | Body::Unknown => return None,
            Body::Empty => "nothing",
            Body::Message(MessageKind::Request) => "a request",
            Body::Message(MessageKind::Notification) => "a notification",
            Body::Json => "JSON that is no message",
            Body::Other => "something that is not one JSON value",
        };
        let message = format!("a request is answered as application/json with {what}");
        Some((Level::Fail, message, part.frame))
    });
    said::about_server(sink, wrong);
}
