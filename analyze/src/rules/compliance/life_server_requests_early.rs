//! `compliance/life-server-requests-early`: the server asks nothing before the handshake has ended.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_schemas::snapshot::Dir;

use crate::contract::{MessageKind, beginning};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/life-server-requests-early",
    title: "no requests before initialized",
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
A request of the server, other than ping, before the client has sent `notifications/initialized`.

## Why it matters
The client may not be ready: it has not even read the server's capabilities. Some take it for a broken handshake.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"roots/list\"}
```

## What to do
Wait for `notifications/initialized` before asking the client for anything.

## When it is wrong
Where the handshake failed, every request of the server is early.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !said::was_heard(cx) {
        return sink.skip(About::server(), cx.why_no_contract());
    }
    for surface in cx.contract.surfaces.iter().filter(|surface| surface.is_handshake()) {
        let connection = cx.contract.connection(surface);
        let initialized = connection.messages.iter().find(|message| {
            message.dir == Dir::Out
                && message
                    .method()
                    .is_some_and(|method| method == "notifications/initialized")
        });
        let early = connection
            .from_server()
            .filter(|message| message.kind == MessageKind::Request)
            .filter(|message| initialized.is_none_or(|initialized| message.frame < initialized.frame));
        let asked = early.filter_map(|message| {
            let method = message.method()?;
            let text = format!("{} is asked before notifications/initialized", beginning(&method));
            (method != "ping").then_some((Level::Warn, text, message.frame))
        });
        said::about_server(sink, asked);
    }
}
