//! `compliance/protocol-version`: the answer to `initialize` names a version of the protocol.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::beginning;
use crate::protocol::is_published;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/protocol-version",
    title: "the server names a published protocol version",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Lifecycle, Version negotiation"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An answer to `initialize` whose `protocolVersion` is missing, no string, empty or `unknown`. A version that no revision of the
specification has is a warning.

## Why it matters
Client and server agree on the rules by this one word. A client that does not know the version has to disconnect.

## Example
```json
{\"protocolVersion\": \"1.0\", \"capabilities\": {}, \"serverInfo\": {\"name\": \"notes\", \"version\": \"1.0.0\"}}
```

## What to do
Answer with the version that the client asked for if the server supports it, else with the newest one that it supports.

## When it is wrong
A revision that was published after this release of mcpward is reported as unknown, as a warning.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface.filter(|surface| surface.is_handshake()) else {
        return;
    };
    let value = surface.hello_at("/protocolVersion");
    let text = value.and_then(Value::as_str);
    let frames = surface.hello_frame;
    match (value, text) {
        (None, _) => {
            sink.found(About::server(), "the answer to initialize has no protocolVersion")
                .frames(frames);
        }
        (Some(value), None) => {
            let message = format!("protocolVersion is {}, not a string", value.kind().name());
            sink.found(About::server(), message)
                .at("/protocolVersion")
                .frames(frames);
        }
        (_, Some(text)) if text.trim().is_empty() || text.eq_ignore_ascii_case("unknown") => {
            sink.found(About::server(), "protocolVersion says nothing")
                .at("/protocolVersion")
                .actual(text.into_owned())
                .frames(frames);
        }
        (_, Some(text)) if !is_published(&text) => {
            sink.found(
                About::server(),
                format!("protocol version {} was never published", beginning(&text)),
            )
            .at("/protocolVersion")
            .level(Level::Warn)
            .frames(frames);
        }
        _ => sink.pass(format!("protocol version {}", surface.version())),
    }
}
