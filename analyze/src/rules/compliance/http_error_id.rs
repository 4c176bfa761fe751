//! `compliance/http-error-id`: an error in an HTTP refusal names the request.

use mcpward_json::canonical;
use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::Era;

use crate::contract::{Connection, Spelled};
use crate::rules::http_reply::{is_over_http, negotiated};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-error-id",
    title: "errors in HTTP refusals carry the id of their request",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Base protocol, Responses"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A request that could be read, refused with an HTTP error status and a JSON-RPC error that does not name its id.

## Why it matters
A client finds the request of an answer by its id. HTTP tells as well, but libraries that share their code with stdio do not look.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": null, \"error\": {\"code\": -32000, \"message\": \"Bad Request: No valid session ID provided\"}}
```

## What to do
Copy the id of the request into the error wherever the body was read, also where a header is the reason.

## When it is wrong
Servers that look at the headers before they read the body do not know the id; many do so, and clients cope.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_http(cx, sink) {
        return;
    }
    let connections = cx.contract.connections.iter();
    let spelled = connections.flat_map(|connection| connection.spelled.iter().map(move |own| (connection, own)));
    let refused: Vec<_> = spelled
        .filter(|(connection, _)| asks_for_ids(connection))
        // What wants a token speaks the language of HTTP (RFC 6750 section 3), in which `error` is no error of JSON-RPC.
        .filter(|(_, spelled)| spelled.status.is_some_and(|status| status >= 400 && status != 401))
        .filter_map(|(_, spelled)| Some((spelled, asked_id(spelled)?, spelled.answer.as_ref()?)))
        .collect();
    if refused.is_empty() {
        return sink.skip_nothing(About::server(), "no request was refused with an error of JSON-RPC");
    }
    let strange: Vec<_> = refused
        .into_iter()
        .filter(|(_, asked, answer)| answer.id().map(canonical).as_deref() != Some(asked.as_str()))
        .collect();
    let Some((spelled, _, answer)) = strange.first() else {
        return;
    };
    let named = answer
        .id()
        .map_or("no id".to_owned(), |id| format!("the id {}", id.raw()));
    let times = match strange.len() {
        1 => String::new(),
        n => format!(", {n} times"),
    };
    let message = format!("the error of a refused request names {named}, not that of the request{times}");
    sink.found(About::server(), message).frames(spelled.frames());
}

/// Whether the version spoken on a connection wants the id in such an error.
fn asks_for_ids(connection: &Connection) -> bool {
    matches!(connection.era, Some(Era::Modern { .. })) || negotiated(connection).as_str() >= "2025-06-18"
}

/// The id of what was sent, where it is a request.
fn asked_id(spelled: &Spelled) -> Option<String> {
    spelled.request.as_ref()?.id().map(canonical)
}
