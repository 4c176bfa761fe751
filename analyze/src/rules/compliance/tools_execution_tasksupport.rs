//! `compliance/tools-execution-tasksupport`: a tool that wants tasks comes from a server that has them.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/tools-execution-tasksupport",
    title: "tools that require tasks are on servers that have them",
    severity: Severity::Warning,
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
A tool with `execution.taskSupport: required` on a server whose capabilities lack `tasks.requests.tools.call`.

## Why it matters
No client can call it: without the capability it may not ask for a task, and without a task the call is refused.

## Example
```json
{\"name\": \"build\", \"execution\": {\"taskSupport\": \"required\"}}
```

## What to do
Declare the capability, or make tasks optional for the tool.

## When it is wrong
Only 2025-11-25 has this member.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    let served = surface
        .hello_at("/capabilities/tasks/requests/tools/call")
        .is_some_and(|call| !call.is_null());
    for item in surface.tools() {
        let support = item.value().pointer("/execution/taskSupport");
        if support.is_some_and(|support| support.is_text("required")) && !served && surface.version() == "2025-11-25" {
            sink.found(
                item,
                "the tool requires tasks, and the server does not declare them for tools/call",
            )
            .at("/execution/taskSupport")
            .frames([item.frame]);
        }
    }
}
