//! `compliance/tools-no-arguments`: `arguments` may be left out.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, ListKind, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, one_tool};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/tools-no-arguments",
    title: "a tool without required arguments needs no `arguments`",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Schema, CallToolRequest"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A tool that requires no arguments, does its work with `arguments: {}`, and refuses the same call without the member. One tool that is
called anyway (`checks.drift.output`, `checks.latency`) is asked once. All versions have `arguments` as an optional member.

## Why it matters
Some clients leave the member out where there is nothing to say. For them the tool does not work at all.

## Example
```json
{\"method\": \"tools/call\", \"params\": {\"name\": \"count\"}}
{\"error\": {\"code\": -32602, \"message\": \"expected object, received undefined\"}}
```

## What to do
Take missing `arguments` for an empty object, before they are validated.

## When it is wrong
A tool that fails now and then for other reasons may have failed just at this call.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some((item, exchange, others)) = one_tool::asked(cx, sink, probe::NO_ARGUMENTS) else {
        return;
    };
    if !others.iter().any(|other| other.answered() == Answered::Success) {
        return sink.skip_nothing(About::server(), "the call with empty arguments does not succeed either");
    }
    let how = match exchange.answered() {
        Answered::Success => return,
        Answered::Nothing => return sink.skip(About::server(), exchange.why_no_result()),
        // What the client would have to be able to do is not what this is about.
        Answered::InputRequired | Answered::ProtocolError(Some(-32021)) => {
            return sink.skip_nothing(About::server(), "the tool asks back");
        }
        Answered::ToolError => "a result that is an error".to_owned(),
        Answered::InvalidParams | Answered::ProtocolError(_) => match exchange.error_code() {
            Some(code) => format!("error {code}"),
            None => "an error without code".to_owned(),
        },
    };
    let message = format!(
        "a call of {} without the member arguments is answered with {how}, one with empty arguments succeeds",
        one_tool::name(item)
    );
    sink.found(About::server(), message).frames(exchange.frames());
}
