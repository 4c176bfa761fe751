//! `compliance/log-opt-in`: log messages come only where they were asked for.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/log-opt-in",
    title: "log messages need a log level in the request",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Logging"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`notifications/message` although no request asked for a log level.

## Why it matters
The client did not ask; on a shared stream it can't tell which request the message belongs to.

## Example
```json
{\"method\": \"notifications/message\", \"params\": {\"level\": \"info\", \"data\": \"started\"}}
```

## What to do
Send log messages only for requests with `io.modelcontextprotocol/logLevel` in `_meta`.

## When it is wrong
One probe asks for a level that does not exist; what comes right after it is not counted.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.modern() else { return };
    let connection = cx.contract.connection(surface);
    let excused = connection
        .probe(probe::LOG_LEVEL_UNKNOWN)
        .map(|exchange| exchange.request.frame);
    let messages = connection.notifications("notifications/message");
    let unasked = messages.filter(|message| excused.is_none_or(|excused| message.frame < excused));
    said::about_server(
        sink,
        unasked.map(|message| {
            let text = "notifications/message comes, and no request asked for a log level".to_owned();
            (Level::Fail, text, message.frame)
        }),
    );
}
