//! `compliance/task-status`: a task is found, and stays as it ended.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, beginning};
use crate::protocol::TASK_ENDS;
use crate::rules::task_course::TaskCourse;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/task-status",
    title: "a task is found and never leaves a final status",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Tasks, Task Status Lifecycle"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
In 2025-11-25, a task that `tasks/get` does not find right after it was created, that has a status which the specification does not
know, or that is `completed`, `failed` or `cancelled`, and something else later. The questions are counted; a task that takes longer is
canceled. Of tasks of the extension `compliance/taskx-consistent` looks at the first question only.

## Why it matters
Clients stop to ask once a task has ended, and act on what it came to.

## Example
```json
{\"method\": \"tasks/get\", \"result\": {\"taskId\": \"t-1\", \"status\": \"completed\"}}
{\"method\": \"tasks/get\", \"result\": {\"taskId\": \"t-1\", \"status\": \"working\"}}
```

## What to do
Store the task before its id is given away, and refuse every change of one that has ended.

## When it is wrong
A server that keeps tasks for less time than it was asked may have forgotten the task; it has to say so in `ttl`.
";

const STATUSES: [&str; 5] = ["working", "input_required", "completed", "failed", "cancelled"];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(course) = TaskCourse::of(cx, sink) else { return };
    let Some(created) = course.created().filter(|_| !course.gets.is_empty()) else {
        return sink.skip_nothing(About::server(), "no task was created");
    };
    let mut ended: Option<String> = None;
    let told = course.gets.iter().map(|exchange| (exchange.result(), *exchange));
    for (task, exchange) in std::iter::once((Some(created), course.create)).chain(told) {
        let Some(task) = task else {
            match exchange.error_code() {
                Some(code) => {
                    let message = format!("tasks/get of a task that was created before is answered with error {code}");
                    sink.found(About::server(), message).frames(exchange.frames());
                }
                None => sink.skip(About::server(), exchange.why_no_result()),
            }
            continue;
        };
        let status = task.get("status");
        let word = status
            .and_then(Value::as_str)
            .filter(|word| STATUSES.contains(&&**word));
        let Some(word) = word else {
            let raw = status.map_or_else(|| "none".to_owned(), |status| beginning(status.raw()));
            let message = format!("the status of a task of {} is {raw}", course.tool);
            sink.found(About::server(), message).frames(exchange.frames());
            continue;
        };
        if let Some(before) = ended.as_ref().filter(|before| **before != *word) {
            let message = format!("a task of {} that was {before} is {word} later", course.tool);
            sink.found(About::server(), message).frames(exchange.frames());
        }
        if TASK_ENDS.contains(&&*word) {
            ended.get_or_insert(word.into_owned());
        }
    }
}
