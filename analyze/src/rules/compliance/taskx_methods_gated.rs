//! `compliance/taskx-methods-gated`: methods of the extension for tasks are for clients that declare it.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/taskx-methods-gated",
    title: "tasks/get wants a client that declares tasks",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("io.modelcontextprotocol/tasks, Capability negotiation"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server without handshake that declares the extension for tasks, and answers `tasks/get` of a client that does not declare it with
another error than -32021. A result is a failure.

## Why it matters
A client that does not know tasks has to be told what it lacks, not that its task is unknown.

## Example
```json
{\"id\": 1030, \"error\": {\"code\": -32602, \"message\": \"Unknown task\"}}
```

## What to do
Look at `io.modelcontextprotocol/clientCapabilities` in `_meta` before the task is looked up, and answer with -32021 and
`requiredCapabilities`.

## When it is wrong
No case is known in which it is.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.modern_probe(probe::TASK_UNDECLARED) else {
        return sink.skip_nothing(About::server(), "the server does not declare the extension for tasks");
    };
    let (level, message) = match (&exchange.response, exchange.error_code()) {
        (None, _) => return sink.skip(About::server(), exchange.why_no_result()),
        (_, Some(-32021)) => return,
        (_, Some(code)) => (
            Level::Warn,
            format!("tasks/get of a client that does not declare tasks is answered with error {code}, not -32021"),
        ),
        (_, None) => (
            Level::Fail,
            "tasks/get is served to a client that does not declare tasks".to_owned(),
        ),
    };
    sink.found(About::server(), message)
        .level(level)
        .expected(-32021)
        .frames(exchange.frames());
}
