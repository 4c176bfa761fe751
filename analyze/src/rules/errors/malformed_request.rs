//! `errors/malformed-request`: arguments that are no object are a protocol error.

use mcpward_schemas::report::{Severity, SubjectKind};

use super::Wanted;
use crate::contract::{Answered, ListKind, probe};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "errors/malformed-request",
    title: "a call that is no valid request is a protocol error",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
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
A `tools/call` whose `arguments` are a text instead of an object, and that is answered with success, silence, a crash, or an
error of an unusual code. One tool is asked, since the answer comes from the server's frame, not from the tool.

## Why it matters
The request itself is broken, so no tool can speak about it: the protocol has error -32602 for that.

## Example
```json
{\"id\": 1012, \"method\": \"tools/call\", \"params\": {\"name\": \"search_notes\", \"arguments\": \"x\"}}
```

## What to do
Check the request against the protocol's schema before looking for the tool, and answer with error -32602.

## When it is wrong
Before 2025-11-25 a result with `isError` was as good.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let is_strict = Wanted::of(cx) != Wanted::Either;
    super::for_each_probe(cx, sink, probe::MALFORMED_REQUEST, &mut |item, exchange, sink| {
        let (level, message) = match exchange.answered() {
            Answered::InvalidParams | Answered::ProtocolError(Some(-32600)) => return,
            Answered::ToolError if !is_strict => (
                Level::Note,
                "a request with arguments that are no object is answered by the tool".to_owned(),
            ),
            Answered::ToolError => (
                Level::Warn,
                "arguments that are no object are answered with a tool error, not with error -32602".to_owned(),
            ),
            Answered::ProtocolError(code) => {
                let code = super::word(code);
                (
                    Level::Warn,
                    format!("arguments that are no object are answered with an error of {code}, not -32602"),
                )
            }
            Answered::Success | Answered::InputRequired => {
                let level = if is_strict { Level::Fail } else { Level::Warn };
                (level, "a call with arguments that are no object succeeds".to_owned())
            }
            Answered::Nothing => (Level::Fail, exchange.why_no_result()),
        };
        sink.found(item, message).level(level).frames(exchange.frames());
    });
}
