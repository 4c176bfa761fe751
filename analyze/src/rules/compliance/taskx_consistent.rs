//! `compliance/taskx-consistent`: a task that a call began is found at once.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::task_course::TaskCourse;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/taskx-consistent",
    title: "a task that a call began is found at once",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("io.modelcontextprotocol/tasks, Task Creation"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server without handshake that declares the extension for tasks, answers a call with a task, and answers `tasks/get` right behind it
with an error or with another task; and a task without `taskId`. Up to three tools that are called anyway (`checks.drift.output`,
`checks.latency`) are called once more by a client that declares the extension, until one of them begins a task.

## Why it matters
A client that is told that its task does not exist gives up what goes on all the same, or does it a second time.

## Example
```json
{\"method\": \"tools/call\", \"result\": {\"resultType\": \"task\", \"taskId\": \"t-1\", \"status\": \"working\"}}
{\"method\": \"tasks/get\", \"error\": {\"code\": -32602, \"message\": \"Unknown task\"}}
```

## What to do
Answer the call when the task is stored where every instance of the server finds it.

## When it is wrong
Behind a load balancer that does not look at `Mcp-Name` another instance may be asked; the clients of the server meet it too.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(course) = TaskCourse::of_extension(cx, sink) else {
        return;
    };
    let id_of = |task: Option<Value<'_>>| {
        let id = task.and_then(|task| task.get("taskId")?.as_str());
        id.filter(|id| !id.is_empty()).map(|id| id.into_owned())
    };
    let Some(id) = id_of(course.created()) else {
        let message = format!("a call of {} begins a task without taskId", course.tool);
        sink.found(About::server(), message).frames(course.create.frames());
        return;
    };
    let Some(get) = course.gets.first() else {
        return sink.skip(About::server(), "the task was not asked for");
    };
    let how = match (get.result(), get.error_code()) {
        (Some(_), _) if id_of(get.result()) == Some(id) => return,
        (Some(_), _) => "gives another task".to_owned(),
        (None, Some(code)) => format!("is answered with error {code}"),
        (None, None) => return sink.skip(About::server(), get.why_no_result()),
    };
    let message = format!("tasks/get right after a call of {} began a task {how}", course.tool);
    sink.found(About::server(), message)
        .frames(course.create.frames().into_iter().chain(get.frames()));
}
