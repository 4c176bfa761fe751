//! `schema/annotation-contradiction`: annotations don't contradict each other.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/annotation-contradiction",
    title: "annotations agree with each other",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Tools, ToolAnnotations"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A tool with `readOnlyHint: true` and `destructiveHint: true`.

## Why it matters
Clients read one of the two: some call the tool without asking, others warn of it.

## Example
```json
{\"annotations\": {\"readOnlyHint\": true, \"destructiveHint\": true}}
```

## What to do
Say what the tool does. A read-only tool leaves `destructiveHint` out.

## When it is wrong
The specification gives `destructiveHint` a meaning only where the tool is not read-only, so the pair is legal.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Hints that exclude each other.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    let Some(annotations) = tool.value.get("annotations") else {
        return;
    };
    let is_set = |hint: &str| annotations.get(hint).and_then(Value::as_bool) == Some(true);
    if is_set("readOnlyHint") && is_set("destructiveHint") {
        seen.push(Seen::new(
            "/annotations/destructiveHint",
            "the tool says that it is read-only and destructive",
        ));
    }
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"annotations":{"readOnlyHint":true,"destructiveHint":true}}"##,
                &["/annotations/destructiveHint: the tool says that it is read-only and destructive"][..],
            ),
            (
                r##"{"annotations":{"readOnlyHint":true,"destructiveHint":false}}"##,
                &[][..],
            ),
            (r##"{"annotations":{"destructiveHint":true}}"##, &[][..]),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
