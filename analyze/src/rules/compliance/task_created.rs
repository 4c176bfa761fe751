//! `compliance/task-created`: a task that is created says what it is.

use mcpward_json::{Kind, Value};
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, ListKind, beginning};
use crate::rules::task_course::TaskCourse;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/task-created",
    title: "a task that is created has an id, a status and its times",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Tasks, Creating Tasks"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A call with `task` of a tool that can be run as one, whose result holds no task, or a task without `taskId`, `status`, `createdAt`,
`lastUpdatedAt` or `ttl` in their types. Another status than `working` and a refusal of the call warn. One tool that is called anyway
(`checks.drift.output`, `checks.latency`) is asked once.

## Why it matters
The id is all that a client has to ask for the task again, and the times tell it how long it may.

## Example
```json
{\"result\": {\"task\": {\"taskId\": \"t-1\", \"status\": \"working\"}}}
```

## What to do
Answer at once with the whole task, and begin to work behind that.

## When it is wrong
Arguments that the tool refuses for reasons that its schema does not tell are refused here as well, which is a warning.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(course) = TaskCourse::of(cx, sink) else { return };
    let create = course.create;
    let mut wrong = Vec::new();
    match (create.answered(), course.created()) {
        (Answered::Nothing, _) => return sink.skip(About::server(), create.why_no_result()),
        (_, Some(task)) => wrong.extend(wrong_in(task)),
        (Answered::InvalidParams | Answered::ProtocolError(_), None) => {
            let code = create.error_code().map_or_else(String::new, |code| format!(" {code}"));
            wrong.push((Level::Warn, format!("is refused with error{code}")));
        }
        (Answered::ToolError, None) => {
            wrong.push((Level::Warn, "gives a result that is an error, and no task".to_owned()))
        }
        (_, None) => wrong.push((Level::Fail, "gives a result without a task".to_owned())),
    }
    for (level, what) in wrong {
        sink.found(About::server(), format!("a call of {} as a task {what}", course.tool))
            .level(level)
            .frames(create.frames());
    }
}

/// What is wrong in a task, as the end of a sentence.
fn wrong_in(task: Value<'_>) -> Vec<(Level, String)> {
    let mut wrong = Vec::new();
    let mut fails = |what: &str| wrong.push((Level::Fail, what.to_owned()));
    let text = |member: &str| task.get(member).and_then(Value::as_str);
    let is_integer = |value: Value<'_>| value.as_i64().is_some();
    if text("taskId").is_none_or(|id| id.is_empty()) {
        fails("gives one without taskId");
    }
    for member in ["createdAt", "lastUpdatedAt"] {
        if !text(member).is_some_and(|time| is_time(&time)) {
            fails(&format!("gives one whose {member} is no ISO 8601 time"));
        }
    }
    if !task
        .get("ttl")
        .is_some_and(|ttl| ttl.kind() == Kind::Null || is_integer(ttl))
    {
        fails("gives one whose ttl is neither an integer nor null");
    }
    if task.get("pollInterval").is_some_and(|interval| !is_integer(interval)) {
        fails("gives one whose pollInterval is no integer");
    }
    match task.get("status") {
        Some(status) if status.is_text("working") => {}
        Some(status) => wrong.push((
            Level::Warn,
            format!("begins with the status {}", beginning(status.raw())),
        )),
        None => wrong.push((Level::Fail, "gives one without status".to_owned())),
    }
    wrong
}

/// Whether a text begins as a date with a time does (ISO 8601, extended format).
fn is_time(text: &str) -> bool {
    const SHAPE: &[u8] = b"dddd-dd-ddTdd:dd";
    let fits = |(byte, shape): (u8, &u8)| match shape {
        b'd' => byte.is_ascii_digit(),
        shape => byte.eq_ignore_ascii_case(shape),
    };
    text.len() >= SHAPE.len() && text.bytes().zip(SHAPE).all(fits)
}
