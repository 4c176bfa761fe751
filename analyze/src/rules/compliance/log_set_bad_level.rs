//! `compliance/log-set-bad-level`: a log level that does not exist is not set.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/log-set-bad-level",
    title: "logging/setLevel refuses unknown levels with error -32602",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::LOGGING_UNKNOWN)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Logging, Error handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`logging/setLevel` with a level that does not exist, answered with a result. Another error than -32602 is a note: it is refused all the
same.

## Why it matters
A client with a typing error waits for messages that never come, or drowns in them.

## Example
```json
{\"method\": \"logging/setLevel\", \"params\": {\"level\": \"verbose\"}}
```

## What to do
Check the level against the eight of syslog, and answer with -32602.

## When it is wrong
It is a recommendation. The level `info` is set behind it, so that nothing stays.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.probe(probe::LOGGING_UNKNOWN) else {
        return;
    };
    let (level, message) = match (&exchange.response, exchange.error_code()) {
        (None, _) => return sink.skip(About::server(), exchange.why_no_result()),
        (_, Some(-32602)) => return,
        // `compliance/cap-logging` says so.
        (_, Some(-32601)) => return sink.skip_nothing(About::server(), "the server has no logging/setLevel"),
        (_, Some(code)) => (
            Level::Note,
            format!("a log level that does not exist is answered with error {code}, not -32602"),
        ),
        (_, None) => (Level::Warn, "a log level that does not exist is accepted".to_owned()),
    };
    sink.found(About::server(), message)
        .level(level)
        .expected(-32602)
        .frames(exchange.frames());
}
