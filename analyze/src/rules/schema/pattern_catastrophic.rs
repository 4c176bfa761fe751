//! `schema/pattern-catastrophic`: patterns can be matched in reasonable time.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool};
use crate::pattern;
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/pattern-catastrophic",
    title: "patterns can be matched in reasonable time",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `pattern` with a repeated group whose inside is nothing but repetitions, such as `(a+)+`.

## Why it matters
Engines that backtrack take exponential time on such a pattern; a model that sends thirty wrong characters stops the client.

## Example
```json
{\"type\": \"string\", \"pattern\": \"^([a-z]+)+$\"}
```

## What to do
Take one of the repetitions out, or put something between the rounds that must be there.

## When it is wrong
Linear engines are never slow. The look is a heuristic and misses other kinds of slow patterns.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Patterns that can take exponential time.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    for schema in tool.schemas() {
        for (idx, node) in schema.objects() {
            let Some(text) = node.keywords.pattern.and_then(Value::as_str) else {
                continue;
            };
            if pattern::is_catastrophic(&text) {
                let message = format!(
                    "the pattern {} can take exponential time",
                    crate::contract::beginning(&text)
                );
                let habit = "a pattern that can take exponential time";
                seen.push(Seen::new(schema.pointer(idx, "pattern"), message).habit(habit));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"pattern":"^(a+)+$"}}}}"##,
                &["/inputSchema/properties/a/pattern: the pattern ^(a+)+$ can take exponential time"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"pattern":"^(a+-)+$"}}}}"##,
                &[][..],
            ),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
