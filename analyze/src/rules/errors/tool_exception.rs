//! `errors/tool-exception`: what fails inside a tool is told to the model.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, ListKind};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "errors/tool-exception",
    title: "failures inside a tool are results with isError",
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

const DOCS: &str = "\
## What it finds
A call of a listed tool, with arguments that were meant to work, that is answered with error -32603, internal error. Over HTTP,
one that is answered with a status of 500 or more; that fails.

## Why it matters
Errors that come from the tool should be in the result (`isError`), else the model cannot see them and try another way.

## Example
```json
{\"error\": {\"code\": -32603, \"message\": \"ENOENT: no such file\"}}
```

## What to do
Catch the failure inside the tool and return it as text with `isError: true`.

## When it is wrong
A failure of the server itself, not of the tool, is rightly an internal error.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for (item, _, exchange) in super::calls(cx) {
        let Some(item) = item.filter(|_| !super::is_provocation(exchange)) else {
            continue;
        };
        if let Some(status) = exchange.http_status.filter(|status| *status >= 500) {
            sink.found(
                item,
                format!("a call is answered with HTTP {status}, which ends the request for every client"),
            )
            .level(Level::Fail)
            .frames(exchange.frames());
        } else if exchange.answered() == Answered::ProtocolError(Some(-32603)) {
            sink.found(
                item,
                "a failure inside the tool is answered with error -32603, which the model does not see",
            )
            .frames(exchange.frames());
        }
    }
}
