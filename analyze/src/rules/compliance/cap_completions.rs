//! `compliance/cap-completions`: a server that declares completions answers them.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/cap-completions",
    title: "completion/complete answers where completions are declared",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::COMPLETION)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Completion, Capabilities"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that declares the capability `completions` and does not know `completion/complete`, or does not answer it.

## Why it matters
Clients ask at every key that a person presses, and wait for each answer.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1019, \"error\": {\"code\": -32601, \"message\": \"Method not found\"}}
```

## What to do
Answer with values, or with -32602 for a reference that does not exist; or do not declare `completions`.

## When it is wrong
The probe names a prompt that does not exist, so every error but -32601 is a right answer.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.probe(probe::COMPLETION) else {
        return;
    };
    if exchange.response.is_none() || exchange.error_code() == Some(-32601) {
        sink.found(About::server(), exchange.why_no_result())
            .frames(exchange.frames());
    }
}
