//! `compliance/mod-removed-methods`: methods that 2026-07-28 took out are not served in it.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-removed-methods",
    title: "removed methods get error -32601",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Changelog, Removed"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`ping`, `logging/setLevel`, `resources/subscribe`, `tasks/list` or `tasks/result`, asked for in 2026-07-28 and answered with a
result.
Another error than -32601 is a warning.

## Why it matters
They keep state between requests or replace what the version has otherwise. A client that finds them relies on what other servers
do not have.

## Example
```json
{\"id\": 1020, \"result\": {}}
```

## What to do
Serve them on connections that began with `initialize` only.

## When it is wrong
A server of both eras serves them to older clients, and rightly so; only requests with the metadata of 2026-07-28 are looked at.
";

const METHODS: [&str; 5] = [
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "tasks/list",
    "tasks/result",
];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut n_answered = 0;
    for method in METHODS {
        let exchange = cx.modern_probe(&probe::removed(method));
        let Some(exchange) = exchange.filter(|exchange| exchange.response.is_some()) else {
            continue;
        };
        n_answered += 1;
        let (level, message) = match exchange.error_code() {
            Some(-32601) => continue,
            Some(code) => (
                Level::Warn,
                format!("{method} is answered with error {code}, not -32601"),
            ),
            None => (Level::Fail, format!("{method} works, and 2026-07-28 took it out")),
        };
        sink.found(About::server(), message)
            .level(level)
            .frames(exchange.frames());
    }
    if n_answered == 0 {
        sink.skip_nothing(About::server(), "no removed method was answered");
    }
}
