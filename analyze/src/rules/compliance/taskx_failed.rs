//! `compliance/taskx-failed`: a task fails of a JSON-RPC error only.

use mcpward_json::{Kind, Value};
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, Exchange, probe};
use crate::rules::task_course::TaskCourse;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/taskx-failed",
    title: "a task whose tool reports an error is completed, not failed",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("io.modelcontextprotocol/tasks, Task Execution Errors"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A task of the extension that is `failed` and has a `result`, or no `error` with a code, as JSON-RPC errors have one. A task that is
`failed` with such an error, while the tool answers a plain call of the same arguments with `isError`, warns. The task is the one of
`compliance/taskx-consistent`.

## Why it matters
What the tool says of its error is for the model, which tries again in another way; a task that failed is a fault of the server.

## Example
```json
{\"taskId\": \"t-1\", \"status\": \"failed\", \"result\": {\"content\": [], \"isError\": true}}
```

## What to do
Let a task be `completed` with the result of the tool, also where that has `isError`, and `failed` where the call would have been
answered with a JSON-RPC error.

## When it is wrong
A tool that fails in one way now and in another a moment later is warned of without reason.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(course) = TaskCourse::of_extension(cx, sink) else {
        return;
    };
    let tasks = || course.gets.iter().filter_map(|get| Some((get.result()?, *get)));
    let has = |task: Value<'_>, word: &str| task.get("status").is_some_and(|status| status.is_text(word));
    let Some((failed, get)) = tasks().find(|(task, _)| has(*task, "failed")) else {
        let is_error = |(task, _): (Value<'_>, _)| {
            let flag = task.pointer("/result/isError").and_then(Value::as_bool);
            has(task, "completed") && flag == Some(true)
        };
        match tasks().any(is_error) {
            true => {}
            false if tasks().any(|(task, _)| has(task, "completed")) => {
                sink.skip_nothing(About::server(), "the task that was begun met no error")
            }
            false => course.skip_unfinished(sink),
        }
        return;
    };
    let code = failed.pointer("/error/code").filter(|code| code.kind() == Kind::Number);
    let (level, how) = if failed.get("result").is_some_and(|result| !result.is_null()) {
        (
            Level::Fail,
            "has a result, which only one that is completed has".to_owned(),
        )
    } else if let Some(code) = code {
        if !plain_calls(cx, course.create).any(|plain| plain.answered() == Answered::ToolError) {
            return;
        }
        let code = code.raw();
        (
            Level::Warn,
            format!("has error {code}, where a plain call gets a result with isError"),
        )
    } else {
        (Level::Fail, "has no JSON-RPC error".to_owned())
    };
    let message = format!("a task of {} that is failed {how}", course.tool);
    sink.found(About::server(), message).level(level).frames(get.frames());
}

/// Calls that were to work of the same tool with the same arguments, in either era.
fn plain_calls<'a>(cx: &Context<'a>, create: &'a Exchange) -> impl Iterator<Item = &'a Exchange> {
    let asked = |exchange: &'a Exchange, member: &str| exchange.request.params().and_then(|params| params.get(member));
    let is_same = move |exchange: &&'a Exchange| {
        let same = |member: &str| asked(exchange, member).map(Value::raw) == asked(create, member).map(Value::raw);
        same("name") && same("arguments")
    };
    let surfaces: Vec<_> = cx.eras().collect();
    let calls = surfaces.into_iter().flat_map(|surface| {
        cx.contract
            .connection(surface)
            .tool_calls()
            .map(|(_, exchange)| exchange)
    });
    let calls: Vec<_> = calls.filter(|exchange| probe::is_to_work(exchange.kind())).collect();
    calls.into_iter().filter(is_same)
}
