//! `compliance/mod-clientinfo-optional`: a request without the name of the client is served.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-clientinfo-optional",
    title: "clients need not say their name",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::ModernProbe(probe::CLIENT_MISSING)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Base protocol, Request metadata"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A request without `clientInfo` in `_meta` that is refused.

## Why it matters
Clients may leave it out, and some are configured to.

## Example
```json
{\"error\": {\"code\": -32602, \"message\": \"clientInfo is required\"}}
```

## What to do
Serve the request. Name the client `unknown` in logs.

## When it is wrong
A server that is down for a moment looks like one that refuses.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.modern_probe(probe::CLIENT_MISSING) else {
        return;
    };
    if exchange.response.is_none() {
        sink.skip(About::server(), exchange.why_no_result());
    } else if exchange.result().is_none() {
        let code = exchange
            .error_code()
            .map_or(String::new(), |code| format!(" with error {code}"));
        sink.found(
            About::server(),
            format!("a request without clientInfo is refused{code}"),
        )
        .frames(exchange.frames());
    }
}
