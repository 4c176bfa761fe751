//! `errors/missing-required`: a call without its required arguments is refused, in the way of the version.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, ListKind, probe};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "errors/missing-required",
    title: "calls without required arguments are refused",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &["errors/invalid-params"],
    spec: Some("2025-11-25, Tools, Error Handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A tool that, called with no arguments at all, does something although its schema requires some; that crashes or stays silent;
or that answers with an error of an unusual code. Only tools that are read-only or not destructive are called, unless
`checks.errors: {call: all}`.

## Why it matters
The server promises to validate. One that does not acts on half a request. Since 2025-11-25 the refusal belongs into a result with
`isError`, so that the model can mend its call; before, both kinds of error were documented.

## Example
```json
{\"result\": {\"content\": [{\"type\": \"text\", \"text\": \"sent\"}]}}
```

## What to do
Validate arguments against `inputSchema` before acting, and say in a text block which argument is missing. Where the argument
is in fact optional, take it out of `required`.

## When it is wrong
A protocol error for bad arguments is a warning from 2025-11-25 on; many servers built for earlier versions still send it.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let version = super::version(cx);
    let prefers_tool_error = version.as_str() >= super::SINCE_TOOL_ERRORS;
    super::for_each_probe(cx, sink, probe::MISSING_REQUIRED, &mut |item, exchange, sink| {
        let (level, message) = match exchange.answered() {
            Answered::ToolError | Answered::InputRequired => return,
            Answered::InvalidParams if !prefers_tool_error => return,
            Answered::InvalidParams => {
                let message = "missing arguments are answered with a protocol error, which the model does not see";
                (
                    Level::Warn,
                    format!(
                        "{message}; since {} a result with isError is right",
                        super::SINCE_TOOL_ERRORS
                    ),
                )
            }
            Answered::ProtocolError(code) => {
                let code = code.map_or("no code".to_owned(), |code| format!("code {code}"));
                (
                    Level::Warn,
                    format!("missing arguments are answered with an error of {code}"),
                )
            }
            Answered::Success => (Level::Fail, "a call without the required arguments succeeds".to_owned()),
            Answered::Nothing => (Level::Fail, exchange.why_no_result()),
        };
        sink.found(item, message)
            .level(level)
            .at("/inputSchema/required")
            .frames(exchange.frames());
    });
}
