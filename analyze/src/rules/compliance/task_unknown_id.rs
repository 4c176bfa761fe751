//! `compliance/task-unknown-id`: a task that does not exist is refused.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/task-unknown-id",
    title: "tasks/get refuses unknown tasks with error -32602",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Tasks, Error handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that declares tasks, and answers `tasks/get` for a task that does not exist with a result, which is a failure, or with
another error than -32602.

## Why it matters
A client that polls a task which has expired goes on polling.

## Example
```json
{\"id\": 1030, \"result\": {\"taskId\": \"mcpward-no-such-task\", \"status\": \"working\"}}
```

## What to do
Answer with -32602, for tasks that have expired as well.

## When it is wrong
No case is known in which it is.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut n_asked = 0;
    for surface in cx.eras() {
        let Some(exchange) = cx.contract.connection(surface).probe(probe::TASK_UNKNOWN) else {
            continue;
        };
        n_asked += 1;
        let (level, message) = match (&exchange.response, exchange.error_code()) {
            (None, _) => {
                sink.skip(About::server(), exchange.why_no_result());
                continue;
            }
            (_, Some(-32602)) => continue,
            (_, Some(code)) => (
                Level::Warn,
                format!("a task that does not exist is answered with error {code}, not -32602"),
            ),
            (_, None) => (Level::Fail, "a task that does not exist is found".to_owned()),
        };
        sink.found(About::server(), message)
            .level(level)
            .expected(-32602)
            .frames(exchange.frames());
    }
    if n_asked == 0 {
        sink.skip_nothing(About::server(), "the server does not declare tasks");
    }
}
