//! `prompts/unknown-prompt`: a prompt that does not exist is refused.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "prompts/unknown-prompt",
    title: "getting an unknown prompt gets error -32602",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::PROMPT_UNKNOWN)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Prompts, Error handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`prompts/get` with a name that the server does not have, answered with a result or with another error than -32602.

## Why it matters
A client can't tell a typing error from a failure of the server.

## Example
```json
{\"error\": {\"code\": 0, \"message\": \"Unknown prompt\"}}
```

## What to do
Answer with -32602 and the name.

## When it is wrong
It is a recommendation; some SDKs answer with a code of their own.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.probe(probe::PROMPT_UNKNOWN) else {
        return;
    };
    let message = match (&exchange.response, exchange.error_code()) {
        (None, _) => return sink.skip(About::server(), exchange.why_no_result()),
        (_, Some(-32602)) => return,
        (_, Some(code)) => format!("an unknown prompt is answered with error {code}, not -32602"),
        (_, None) => "an unknown prompt is answered without an error code".to_owned(),
    };
    sink.found(About::server(), message)
        .expected(-32602)
        .frames(exchange.frames());
}
