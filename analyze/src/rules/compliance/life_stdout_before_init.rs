//! `compliance/life-stdout-before-init`: nothing but logs comes before the answer to initialize.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{MessageKind, beginning};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/life-stdout-before-init",
    title: "the answer to initialize comes first",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Handshake],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Lifecycle, Initialization"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A notification other than a log message before the answer to `initialize`.

## Why it matters
Before the answer no version is agreed on, so the client can't know what the notification means.

## Example
```json
{\"jsonrpc\": \"2.0\", \"method\": \"notifications/tools/list_changed\"}
```

## What to do
Announce changes after the client has sent `notifications/initialized`.

## When it is wrong
Log messages are allowed and not looked at.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !said::was_heard(cx) {
        return sink.skip(About::server(), cx.why_no_contract());
    }
    for surface in cx.contract.surfaces.iter().filter(|surface| surface.is_handshake()) {
        let Some(hello) = surface.hello_frame else { continue };
        let connection = cx.contract.connection(surface);
        let early = connection
            .from_server()
            .filter(|message| message.kind == MessageKind::Notification && message.frame < hello);
        let sent = early.filter_map(|message| {
            let method = message.method()?;
            let text = format!("{} comes before the answer to initialize", beginning(&method));
            (method != "notifications/message").then_some((Level::Warn, text, message.frame))
        });
        said::about_server(sink, sent);
    }
}
