//! `compliance/http-notification-202`: notifications are taken with status 202 and no body.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Body, MessageKind, Sent};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-notification-202",
    title: "notifications are taken with status 202 and no body",
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
A notification, or an answer to the server, that is taken with another status than 202, or with a body.

## Why it matters
The specification asks for 202 without a body. Some clients wait for a body to end or try to read it as a message.

## Example
```http
HTTP/1.1 200 OK
Content-Type: application/json

{}
```

## What to do
Answer with `202 Accepted` and nothing else. What can't be taken is refused with a status of 400 or above.

## When it is wrong
Most clients take any status of success, so this is a warning.
";

const ACCEPTED: u16 = 202;

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let taken = over_http::responses(cx).filter(|(_, response)| response.is_success());
    let mut n_taken = 0;
    let wrong: Vec<_> = taken
        .filter_map(|(asked, response)| {
            let what = match asked.request.sent {
                Sent::Message(MessageKind::Notification) => "a notification",
                Sent::Message(MessageKind::Response) => "an answer to the server",
                _ => return None,
            };
            n_taken += 1;
            let has_body = response.parts.iter().any(|part| part.body != Body::Empty);
            let status = response.status;
            let message = match (status, has_body) {
                (ACCEPTED, false) => return None,
                (_, true) => format!("{what} is taken with status {status} and a body"),
                (_, false) => format!("{what} is taken with status {status}"),
            };
            Some((Level::Warn, message, response.frame()))
        })
        .collect();
    if n_taken == 0 {
        return sink.skip_nothing(About::server(), "no notification was taken");
    }
    said::about_server(sink, wrong.into_iter());
}
