//! `resources/not-found`: a resource that does not exist is not found.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Surface, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "resources/not-found",
    title: "reading an unknown resource gets an error",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::RESOURCE_UNKNOWN)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Resources, Error handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`resources/read` with a URI that the server does not have, answered with a result or with an unusual error code. In 2026-07-28 only
-32602 is right, and a result without contents is a failure; with a handshake -32002 and -32602 are both taken.

## Why it matters
A client that gets an empty result takes the resource for an empty one.

## Example
```json
{\"result\": {\"contents\": []}}
```

## What to do
Answer with -32602 (with a handshake -32002) and name the URI in `data`.

## When it is wrong
A server whose resources are made on request may have any URI.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.probe(probe::RESOURCE_UNKNOWN) else {
        return;
    };
    let is_modern = !cx.surface.is_some_and(Surface::is_handshake);
    let must = if is_modern { Level::Fail } else { Level::Warn };
    let (level, message) = match (&exchange.response, exchange.error_code()) {
        (None, _) => return sink.skip(About::server(), exchange.why_no_result()),
        (_, Some(-32602)) => return,
        (_, Some(-32002)) if !is_modern => return,
        (_, Some(code)) => (
            must,
            format!("an unknown resource is answered with error {code}, not -32602"),
        ),
        (_, None) => (must, "an unknown resource is answered with a result".to_owned()),
    };
    sink.found(About::server(), message)
        .level(level)
        .frames(exchange.frames());
}
