//! `compliance/http-status-on-error`: errors come with the HTTP status that the version asks for.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Exchange, probe};
use crate::rules::http_reply::is_over_http;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-status-on-error",
    title: "JSON-RPC errors come with the HTTP status of their version",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Transports, Streamable HTTP"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
In 2026-07-28: error -32601 without HTTP 404, or one of -32020 to -32022, or -32602 for missing metadata, without HTTP 400. Before, where
every answer comes with 200: an error with HTTP 404 is a warning, with another status a note.

## Why it matters
Gateways and clients of 2026-07-28 decide by the status, without reading the body. In the versions before 404 says that the session is
lost: a client that gets it for an unknown method begins a new one.

## Example
```http
HTTP/1.1 404 Not Found

{\"jsonrpc\": \"2.0\", \"id\": 1005, \"error\": {\"code\": -32601, \"message\": \"Method not found\"}}
```

## What to do
Choose the status by version and code, where the error leaves the server.

## When it is wrong
A server that has begun a stream can't change its status any more; it has to look at the method first.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_http(cx, sink) {
        return;
    }
    let mut n_judged = 0;
    for surface in cx.contract.surfaces.iter().filter(|surface| surface.is_established()) {
        let connection = cx.contract.connection(surface);
        for exchange in connection.exchanges.iter().filter(|exchange| !exchange.is_barrier) {
            let (Some(code), Some(status)) = (exchange.error_code(), exchange.http_status) else {
                continue;
            };
            n_judged += 1;
            let judged = match surface.is_handshake() {
                true => before(code, status),
                false => modern(exchange, code, status),
            };
            if let Some((level, message)) = judged {
                sink.found(About::server(), message)
                    .level(level)
                    .frames(exchange.frames());
                return;
            }
        }
    }
    if n_judged == 0 {
        sink.skip_nothing(About::server(), "no error came over HTTP");
    }
}

/// With handshake an answer comes with 200, whatever it says.
fn before(code: i64, status: u16) -> Option<(Level, String)> {
    let message = |why: &str| format!("error {code} comes with HTTP {status}{why}");
    match status {
        200 => None,
        404 => Some((Level::Warn, message(", which tells clients that the session is lost"))),
        _ => Some((Level::Note, message(", not 200"))),
    }
}

fn modern(exchange: &Exchange, code: i64, status: u16) -> Option<(Level, String)> {
    let is_of_metadata = exchange
        .probe
        .as_deref()
        .is_some_and(|probe| [probe::META_MISSING, probe::CAPABILITIES_MISSING].contains(&probe));
    let expected = match code {
        -32601 => 404,
        -32022..=-32020 => 400,
        -32602 if is_of_metadata => 400,
        _ => return None,
    };
    (status != expected).then(|| {
        (
            Level::Fail,
            format!("error {code} comes with HTTP {status}, not {expected}"),
        )
    })
}
