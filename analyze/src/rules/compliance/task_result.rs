//! `compliance/task-result`: the result of a task is that of the call.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::task_course::TaskCourse;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/task-result",
    title: "the result of a task is that of the call, and names the task",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Tasks, Result Retrieval"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A task that is `completed`, whose `tasks/result` is an error or has no `content`, as the result of a call has; and a result that does
not name its task in `_meta` under `io.modelcontextprotocol/related-task`.

## Why it matters
Clients read the result of a task as they read that of a call, and find the task that it belongs to by its name only.

## Example
```json
{\"result\": {\"status\": \"completed\", \"value\": 7}}
```

## What to do
Answer `tasks/result` with what the call would have been answered with, and add the name of the task.

## When it is wrong
Whether the content is that of a plain call is not compared: two calls may well give two results.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    const RELATED: &str = "io.modelcontextprotocol/related-task";
    let Some(course) = TaskCourse::of(cx, sink) else { return };
    let Some(exchange) = course.result else {
        return course.skip_unfinished(sink);
    };
    let ended = course.gets.iter().filter_map(|get| get.result()?.get("status"));
    let is_completed = ended.into_iter().any(|status| status.is_text("completed"));
    let mut found = |what: String| {
        let message = format!("tasks/result of a task of {} {what}", course.tool);
        sink.found(About::server(), message).frames(exchange.frames());
    };
    match (exchange.result(), exchange.error_code()) {
        (Some(result), _) => {
            if is_completed && !result.get("content").is_some_and(|content| content.is_array()) {
                found("has no content".to_owned());
            }
            let related = result.get("_meta").and_then(|meta| meta.get(RELATED)?.get("taskId"));
            let id = course.created().and_then(|task| task.get("taskId"));
            if related.and_then(|id| id.as_str()) != id.and_then(|id| id.as_str()) {
                found(format!("does not name the task under {RELATED}"));
            }
        }
        (None, Some(code)) if is_completed => found(format!("that is completed is answered with error {code}")),
        (None, Some(_)) => {}
        (None, None) => sink.skip(About::server(), exchange.why_no_result()),
    }
}
