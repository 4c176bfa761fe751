//! `compliance/task-forbidden`: a tool that can't be run as a task refuses one.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, ListKind, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, one_tool, task_course};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/task-forbidden",
    title: "tools without tasks refuse them with error -32601",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Tasks, Tool-Level Negotiation"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that runs tools as tasks, and takes a call with `task` for a tool whose `execution.taskSupport` is `forbidden` or missing, or
refuses it in a result. Another error than -32601 is a note: the call is refused all the same. One tool that is called anyway
(`checks.drift.output`, `checks.latency`) is asked once.

## Why it matters
A client that asks for a task and gets a plain result waits for a task that there is not, or takes the result for broken.

## Example
```json
{\"params\": {\"name\": \"count\", \"arguments\": {}, \"task\": {\"ttl\": 1000}}}
{\"result\": {\"content\": [{\"type\": \"text\", \"text\": \"7\"}]}}
```

## What to do
Answer with -32601 before the tool is called, or declare `taskSupport: optional` where it can run as a task.

## When it is wrong
The specification only recommends the refusal, so a server that does the work at once breaks no rule.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if task_course::surface(cx, sink).is_none() {
        return;
    }
    let Some((item, exchange, _)) = one_tool::asked(cx, sink, probe::TASK_FORBIDDEN) else {
        return;
    };
    let (level, how) = match exchange.answered() {
        Answered::ProtocolError(Some(-32601)) => return,
        Answered::Nothing => return sink.skip(About::server(), exchange.why_no_result()),
        Answered::InputRequired => (Level::Warn, "begins one".to_owned()),
        Answered::Success => (Level::Warn, "is done as a plain call".to_owned()),
        Answered::ToolError => (Level::Warn, "is refused in a result, not with error -32601".to_owned()),
        // It is refused all the same, and no client waits for a task.
        Answered::InvalidParams | Answered::ProtocolError(_) => match exchange.error_code() {
            Some(code) => (Level::Note, format!("is refused with error {code}, not -32601")),
            None => (Level::Note, "is refused with an error without code".to_owned()),
        },
    };
    let name = one_tool::name(item);
    sink.found(
        About::server(),
        format!("a call of {name} as a task, which it can't be run as, {how}"),
    )
    .level(level)
    .expected(-32601)
    .frames(exchange.frames());
}
