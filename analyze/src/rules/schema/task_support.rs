//! `schema/task-support`: tools that must run as tasks come with the capability.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/task-support",
    title: "tools that must run as tasks come with the capability",
    severity: Severity::Error,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Tasks, Tool-level negotiation"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A tool with `execution.taskSupport: required` of a server whose capabilities do not announce tasks for tool calls.

## Why it matters
A client may not ask for a task that was not announced, and the tool may not be called without one: nobody can call it.

## Example
```json
{\"execution\": {\"taskSupport\": \"required\"}}
```

## What to do
Declare `tasks: {requests: {tools: {call: {}}}}`, or let the tool be called without a task.

## When it is wrong
The member is of 2025-11-25; other versions ignore it.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    if surface.hello_at("/capabilities/tasks/requests/tools/call").is_some() {
        return;
    }
    for item in cx.items(ListKind::Tools) {
        let support = item.value().pointer("/execution/taskSupport");
        if support.is_some_and(|support| support.is_text("required")) {
            let message = "the tool has to run as a task, and the server does not announce tasks for tool calls";
            sink.found(item, message)
                .at("/execution/taskSupport")
                .frames([item.frame]);
        }
    }
}
