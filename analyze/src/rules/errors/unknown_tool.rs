//! `errors/unknown-tool`: a tool that does not exist is a protocol error.

use mcpward_schemas::config::{Switch, UnknownTool};
use mcpward_schemas::report::{Severity, SubjectKind};

use super::Wanted;
use crate::contract::{Answered, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "errors/unknown-tool",
    title: "calling an unknown tool is a protocol error",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::UNKNOWN_TOOL)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Tools, Error Handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `tools/call` with a name that the server does not have, and that is not answered with a JSON-RPC error.
A result with `isError` is a warning, since widely used SDKs answer so; success, silence and a crash fail.

## Why it matters
A client tells its user that a tool is gone; it tells the model that a tool failed. Which of both happened is in the kind of answer.

## Example
```json
{\"result\": {\"content\": [{\"type\": \"text\", \"text\": \"Tool no_such_tool not found\"}], \"isError\": true}}
```

## What to do
Answer with error -32602 and a message that names the tool. Where the SDK decides, upgrade it, or accept it:
`checks.errors: {unknown_tool: either}`.

## When it is wrong
No version of the specification uses MUST here. A gateway that resolves names late may have reasons for a tool error.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.probe(probe::UNKNOWN_TOOL) else {
        return;
    };
    let wanted = match cx.config().checks.errors {
        Switch::On(errors) => errors.unknown_tool,
        Switch::Off => return sink.not_asked(),
    };
    let (level, message) = match (exchange.answered(), wanted) {
        (Answered::InvalidParams, UnknownTool::Protocol | UnknownTool::Either) => return,
        (Answered::ToolError, UnknownTool::Tool | UnknownTool::Either) => return,
        (Answered::ProtocolError(Some(-32601)), UnknownTool::Protocol | UnknownTool::Either)
            if Wanted::of(cx) != Wanted::ToolErrorRather =>
        {
            (
                Level::Note,
                "error -32601 means an unknown method; for an unknown tool the specification has -32602".to_owned(),
            )
        }
        (Answered::ProtocolError(code), UnknownTool::Protocol | UnknownTool::Either) => {
            let code = super::word(code);
            (
                Level::Warn,
                format!("an unknown tool is answered with an error of {code}, not -32602"),
            )
        }
        (Answered::InvalidParams | Answered::ProtocolError(_), UnknownTool::Tool) => (
            Level::Warn,
            "an unknown tool is answered with a protocol error, where a tool error is configured".to_owned(),
        ),
        (Answered::ToolError, UnknownTool::Protocol) => (
            Level::Warn,
            "an unknown tool is answered with a result that has isError, not with a protocol error".to_owned(),
        ),
        (Answered::Success, _) => (Level::Fail, "calling an unknown tool succeeds".to_owned()),
        (Answered::InputRequired, _) => (Level::Fail, "an unknown tool asks for more input".to_owned()),
        (Answered::Nothing, _) => (Level::Fail, exchange.why_no_result()),
    };
    sink.found(About::server(), message)
        .level(level)
        .frames(exchange.frames());
}
