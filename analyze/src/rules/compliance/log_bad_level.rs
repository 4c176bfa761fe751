//! `compliance/log-bad-level`: an unknown log level is refused.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/log-bad-level",
    title: "unknown log levels get error -32602",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::ModernProbe(probe::LOG_LEVEL_UNKNOWN)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Logging, Error handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A request whose `_meta` asks for a log level that does not exist, and that is served or answered with another error than -32602.

## Why it matters
A client with a typing error waits for messages that never come.

## Example
```json
{\"_meta\": {\"io.modelcontextprotocol/logLevel\": \"verbose\"}}
```

## What to do
Check the level against the eight of syslog.

## When it is wrong
A server without logging may leave the level unread; it is a recommendation.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.modern_probe(probe::LOG_LEVEL_UNKNOWN) else {
        return;
    };
    if !cx.modern().is_some_and(|surface| surface.declares("logging")) {
        return sink.skip_nothing(About::server(), "the server does not declare logging");
    }
    let message = match (&exchange.response, exchange.error_code()) {
        (None, _) => return sink.skip(About::server(), exchange.why_no_result()),
        (_, Some(-32602)) => return,
        (_, Some(code)) => format!("a log level that does not exist is answered with error {code}, not -32602"),
        (_, None) => "a log level that does not exist is accepted".to_owned(),
    };
    sink.found(About::server(), message)
        .expected(-32602)
        .frames(exchange.frames());
}
