//! `schema/task-support`: execution.taskSupport is a word that the protocol has.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/task-support",
    title: "task support is declared as the protocol has it",
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
`execution.taskSupport` that is none of forbidden, optional and required, and other members of the wrong type.

## Why it matters
A client that asks for a task where the word is unknown is refused, or never asks.

## Example
```json
{\"execution\": {\"taskSupport\": \"always\"}}
```

## What to do
Write `forbidden` (the default), `optional` or `required`.

## When it is wrong
The member is of 2025-11-25; other versions ignore it.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Words that the protocol does not have.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    let Some(execution) = tool.value.get("execution") else {
        return;
    };
    if !execution.is_object() {
        let message = format!("execution is {}, not an object", execution.kind().name());
        seen.push(Seen::new("/execution", message));
        return;
    }
    let Some(support) = execution.get("taskSupport") else {
        return;
    };
    if !["forbidden", "optional", "required"]
        .iter()
        .any(|word| support.is_text(word))
    {
        let message = format!(
            "taskSupport is {}, not forbidden, optional or required",
            crate::contract::beginning(support.raw())
        );
        seen.push(Seen::new("/execution/taskSupport", message));
    }
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"execution":{"taskSupport":"always"}}"##,
                &["/execution/taskSupport: taskSupport is \"always\", not forbidden, optional or required"][..],
            ),
            (
                r##"{"execution":true}"##,
                &["/execution: execution is boolean, not an object"][..],
            ),
            (r##"{"execution":{"taskSupport":"optional"}}"##, &[][..]),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
