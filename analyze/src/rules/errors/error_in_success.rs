//! `errors/error-in-success`: a failure is not reported as success.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, ListKind, beginning};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "errors/error-in-success",
    title: "failures are marked as failures",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Tools, Error Handling"),
    docs: DOCS,
    check,
};

/// How failures begin in the text of common SDKs and languages.
const BEGINNINGS: [&str; 5] = [
    "Error:",
    "ERROR:",
    "Error executing tool",
    "MCP error -32",
    "Traceback (most recent call last)",
];

const DOCS: &str = "\
## What it finds
A result without `isError` whose text begins like a failure: `Error:`, `MCP error -32…`, `Traceback (most recent call last)`.

## Why it matters
Clients count it as success: they do not retry, do not warn, and may cache it.

## Example
```json
{\"result\": {\"content\": [{\"type\": \"text\", \"text\": \"Error: file not found\"}]}}
```

## What to do
Set `isError: true` where the tool failed.

## When it is wrong
A tool that reads logs may return a text that begins so.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for (item, _, exchange) in super::calls(cx) {
        let Some(item) = item else { continue };
        let text = exchange.text();
        let text = text.trim_start();
        if exchange.answered() == Answered::Success && BEGINNINGS.iter().any(|beginning| text.starts_with(beginning)) {
            let message = format!("a result without isError begins {:?}", beginning(text));
            sink.found(item, message).frames(exchange.frames());
        }
    }
}
