//! `resources/not-found-data`: the error for a resource that does not exist names it.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_json::Value;

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "resources/not-found-data",
    title: "the error for an unknown resource names its URI",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::ModernProbe(probe::RESOURCE_UNKNOWN)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Resources, Error handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`resources/read` in 2026-07-28 with a URI that the server does not have, answered with error -32602 whose `data.uri` is not that URI.

## Why it matters
A client that reads several resources at a time shows its user which one was not there.

## Example
```json
{\"error\": {\"code\": -32602, \"message\": \"Resource not found\"}}
```

## What to do
Add `\"data\": {\"uri\": …}` with the URI as it was asked for.

## When it is wrong
The specification shows it and does not demand it, so it is a note.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.modern_probe(probe::RESOURCE_UNKNOWN) else {
        return;
    };
    let Some(error) = exchange.error().filter(|_| exchange.error_code() == Some(-32602)) else {
        return sink.skip_nothing(About::server(), "an unknown resource is not answered with error -32602");
    };
    let asked = exchange.request.params().and_then(|params| params.get("uri")?.as_str());
    let named = error.pointer("/data/uri").and_then(Value::as_str);
    if named != asked {
        let message = match named {
            Some(_) => "the error for an unknown resource names another URI",
            None => "the error for an unknown resource does not name its URI",
        };
        sink.found(About::server(), message)
            .expected(asked.as_deref().unwrap_or_default())
            .frames(exchange.frames());
    }
}
