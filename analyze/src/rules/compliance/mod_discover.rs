//! `compliance/mod-discover`: a server without handshake answers `server/discover`.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{HEADER_MISMATCH, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-discover",
    title: "servers of 2026-07-28 answer server/discover",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Versioning, Discovery"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An answer to `server/discover` that only a server of 2026-07-28 gives, and that is no discovery: one of its own error codes
(-32020, -32021, -32022).

## Why it matters
Clients learn from it which versions there are and what the server can do; the method is mandatory.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1001, \"error\": {\"code\": -32021, \"message\": \"missing capability\"}}
```

## What to do
Answer it for every client, whatever capabilities it declares.

## When it is wrong
A server that is not meant to speak 2026-07-28 answers with another code, and passes.
";

/// Errors that only this era has: header mismatch, missing client capability, unsupported version.
const ITS_OWN: [i64; 3] = [HEADER_MISMATCH, -32021, -32022];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.modern() else {
        return sink.skip_nothing(About::server(), "2026-07-28 was not asked for");
    };
    if surface.is_established() {
        return sink.pass("server/discover is answered");
    }
    let Some(exchange) = cx.contract.connection(surface).probe(probe::DISCOVER) else {
        return sink.skip_nothing(About::server(), "server/discover was not sent");
    };
    match exchange.error_code() {
        Some(code) if ITS_OWN.contains(&code) => {
            let message = match code {
                HEADER_MISMATCH if exchange.has_mirrored_headers() => exchange.why_no_result(),
                code => format!("server/discover is answered with error {code}, which only 2026-07-28 has"),
            };
            sink.found(About::server(), message)
                .actual(code)
                .frames(exchange.frames());
        }
        _ => sink.skip_nothing(About::server(), "the server does not speak 2026-07-28"),
    }
}
