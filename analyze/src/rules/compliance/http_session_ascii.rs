//! `compliance/http-session-ascii`: the session id is of visible ASCII.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::Surface;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-session-ascii",
    title: "the session id is of visible ASCII",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Http],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Session management"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An `Mcp-Session-Id` with a character outside of visible ASCII (0x21 to 0x7E), a space for example, or an empty one.

## Why it matters
The client has to send it back in a header. Proxies trim, refuse or change other characters, and the session is lost.

## Example
```http
Mcp-Session-Id: session 1
```

## What to do
Use a random UUID, a digest in hex or a signed token.

## When it is wrong
Where it was found, never.
";

/// The first version with sessions.
const FIRST: &str = "2025-03-26";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let answers = over_http::responses(cx).filter(|(asked, _)| {
        let has_sessions = |surface: &Surface| surface.is_handshake() && surface.version().as_str() >= FIRST;
        asked.surface.is_some_and(has_sessions)
    });
    let mut ids = answers
        .filter_map(|(_, response)| Some((response.header("mcp-session-id")?, response.frame())))
        .peekable();
    if ids.peek().is_none() {
        return sink.skip_nothing(About::server(), "the server begins no session");
    }
    let wrong = ids.filter_map(|(id, frame)| {
        let odd = id.chars().find(|letter| !letter.is_ascii_graphic());
        let message = match odd {
            None if id.is_empty() => "the session id is empty".to_owned(),
            None => return None,
            Some(odd) => format!(
                "the session id holds U+{:04X}, which is no visible ASCII",
                u32::from(odd)
            ),
        };
        Some((Level::Fail, message, frame))
    });
    said::about_server(sink, wrong);
}
