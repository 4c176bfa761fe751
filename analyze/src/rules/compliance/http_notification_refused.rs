//! `compliance/http-notification-refused`: a notification that is refused gets 4xx, and an error without id.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::reply_in;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-notification-refused",
    title: "refused notifications get HTTP 4xx and no id",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Sending Messages to the Server"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A notification in a session that the server never gave, that is refused with another status than 4xx, or with an error that names an
id.

## Why it matters
A notification has no id. An error that names one is taken for the answer to a request, which then seems to have failed.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": \"server-error\", \"error\": {\"code\": -32600, \"message\": \"No such session\"}}
```

## What to do
Leave the id out of errors that answer no request, and refuse with 400 or 404.

## When it is wrong
A server that takes the notification is not judged here; whether it knows its sessions is asked with a request.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply_in(cx, sink, probe::HTTP_NOTIFICATION_REFUSED, ["2025-03-26", "2025-11-25"]) else {
        return;
    };
    if reply.is_success() {
        let reason = format!("the notification was taken, with HTTP {}", reply.status);
        return sink.skip_nothing(About::server(), reason);
    }
    let answer = reply.spelled.answer.as_ref();
    let id = answer.and_then(|answer| answer.id()).filter(|id| !id.is_null());
    let message = match id {
        Some(id) => format!("the refusal of a notification names the id {}", id.raw()),
        None if reply.status >= 500 => {
            format!("a notification is refused with {}, not with HTTP 4xx", reply.words())
        }
        None => return,
    };
    sink.found(About::server(), message).frames(reply.spelled.frames());
}
