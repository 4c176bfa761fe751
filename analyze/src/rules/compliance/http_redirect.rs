//! `compliance/http-redirect`: the endpoint answers by itself.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::beginning;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, over_http, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-redirect",
    title: "the endpoint answers by itself",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Http],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Streamable HTTP"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A response that sends the client somewhere else (status 301, 302, 303, 307 or 308).

## Why it matters
The specification asks for one endpoint. Many clients do not follow, or follow without the credentials; and 301 to 303 turn the
message into a GET without body.

## Example
```http
HTTP/1.1 307 Temporary Redirect
Location: /mcp/
```

## What to do
Give clients the address that answers, most often with or without the slash at its end, or serve both.

## When it is wrong
Where only the address in the configuration is out of date.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let away = over_http::responses(cx).filter_map(|(_, response)| {
        if !matches!(response.status, 301 | 302 | 303 | 307 | 308) {
            return None;
        }
        let location = response.header("location").map(beginning);
        let to = location.map(|location| format!(" to {location}")).unwrap_or_default();
        let message = format!("the endpoint redirects with status {}{to}", response.status);
        Some((Level::Warn, message, response.frame()))
    });
    said::about_server(sink, away);
}
