//! `errors/protocol-error-in-text`: an SDK that turns protocol errors into texts is named.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, ListKind};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "errors/protocol-error-in-text",
    title: "protocol errors are not wrapped into texts",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A result with `isError` whose text begins `MCP error -32…`: the server's SDK caught a protocol error and made it a tool error.

## Why it matters
It is the mark of version 1 of the TypeScript SDK, and explains why unknown tools are answered with results there.

## Example
```json
{\"result\": {\"content\": [{\"type\": \"text\", \"text\": \"MCP error -32602: Tool x not found\"}], \"isError\": true}}
```

## What to do
Nothing, or upgrade the SDK.

## When it is wrong
A proxy may pass on such a text of another server.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut calls = super::calls(cx).into_iter().map(|(_, _, exchange)| exchange);
    let wrapped = calls.find(|exchange| {
        exchange.answered() == Answered::ToolError && exchange.text().trim_start().starts_with("MCP error -32")
    });
    if let Some(exchange) = wrapped {
        let message =
            "the server's SDK turns protocol errors into texts of results, as version 1 of the TypeScript SDK does";
        sink.found(About::server(), message).frames(exchange.frames());
    }
}
