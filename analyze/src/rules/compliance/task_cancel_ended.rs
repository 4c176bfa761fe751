//! `compliance/task-cancel-ended`: a task that has ended can't be canceled.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::task_course::TaskCourse;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/task-cancel-ended",
    title: "tasks/cancel of a task that has ended gets error -32602",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Tasks, Task Cancellation"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`tasks/cancel` for a task that is `completed`, `failed` or `cancelled`, which is answered with a result, or, a warning, with another
error than -32602.

## Why it matters
A client that cancels too late takes the work for undone, though it was done.

## Example
```json
{\"method\": \"tasks/cancel\", \"result\": {\"taskId\": \"t-1\", \"status\": \"cancelled\"}}
```

## What to do
Look at the status first, and answer with -32602 where the task has ended.

## When it is wrong
The extension for tasks of 2026-07-28 wants an acknowledgment instead; servers without handshake are not asked.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(course) = TaskCourse::of(cx, sink) else { return };
    let Some(exchange) = course.cancel else {
        return course.skip_unfinished(sink);
    };
    let (level, how) = match (exchange.result(), exchange.error_code()) {
        (_, Some(-32602)) => return,
        (_, Some(code)) => (Level::Warn, format!("is answered with error {code}, not -32602")),
        (Some(_), None) => (Level::Fail, "is taken".to_owned()),
        (None, None) => return sink.skip(About::server(), exchange.why_no_result()),
    };
    let message = format!("tasks/cancel of a task of {} that has ended {how}", course.tool);
    sink.found(About::server(), message)
        .level(level)
        .expected(-32602)
        .frames(exchange.frames());
}
