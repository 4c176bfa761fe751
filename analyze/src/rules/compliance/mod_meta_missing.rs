//! `compliance/mod-meta-missing`: a request without the mandatory `_meta` is refused.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Surface, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-meta-missing",
    title: "requests without version or capabilities get error -32602",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Base protocol, Request metadata"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A request without `_meta`, or without the capabilities of the client in it, that is answered with a result. Another error than
-32602 is a warning.

## Why it matters
Without them the server guesses what the client can do; it may ask for what the client does not have.

## Example
```json
{\"method\": \"server/discover\", \"params\": {\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": \"2026-07-28\"}}}
```

## What to do
Check both members of `_meta` before the method is looked up.

## When it is wrong
To a server of both eras a request without `_meta` is one of an older client; then only missing capabilities count.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let speaks_both = cx.surface.is_some_and(Surface::is_handshake);
    let variants = [
        (probe::META_MISSING, "a request without _meta"),
        (
            probe::CAPABILITIES_MISSING,
            "a request without the client's capabilities in _meta",
        ),
    ];
    let mut n_judged = 0;
    for (name, what) in variants {
        let exchange = cx.modern_probe(name).filter(|exchange| exchange.response.is_some());
        let Some(exchange) = exchange.filter(|_| !(speaks_both && name == probe::META_MISSING)) else {
            continue;
        };
        n_judged += 1;
        let (level, message) = match exchange.error_code() {
            Some(-32602) => continue,
            Some(code) => (Level::Warn, format!("{what} is answered with error {code}, not -32602")),
            None => (Level::Fail, format!("{what} is served")),
        };
        sink.found(About::server(), message)
            .level(level)
            .expected(-32602)
            .frames(exchange.frames());
    }
    if n_judged == 0 {
        sink.skip_nothing(About::server(), "no request without its metadata was answered");
    }
}
