//! `schema/pattern-malformed`: patterns are regular expressions.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool};
use crate::pattern;
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/pattern-malformed",
    title: "patterns are well-formed",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
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
A `pattern` with a bracket or parenthesis that is not closed, or a quantifier with nothing before it.

## Why it matters
Validators answer with an exception instead of a verdict, so every call fails, or none is checked.

## Example
```json
{\"type\": \"string\", \"pattern\": \"[a-z\"}
```

## What to do
Mend the pattern; escape what is meant literally.

## When it is wrong
Only errors that every dialect of regular expressions has are reported.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Patterns that no engine reads.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    for schema in tool.schemas() {
        for (idx, node) in schema.objects() {
            let Some(text) = node.keywords.pattern.and_then(Value::as_str) else {
                continue;
            };
            if let Some(reason) = pattern::malformed(&text) {
                let message = format!("the pattern {} has {reason}", crate::contract::beginning(&text));
                seen.push(Seen::new(schema.pointer(idx, "pattern"), message).habit(format!("a pattern with {reason}")));
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
                r##"{"inputSchema":{"type":"object","properties":{"a":{"pattern":"[a-z"}}}}"##,
                &["/inputSchema/properties/a/pattern: the pattern [a-z has a class that is not closed"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"pattern":"(a"}}}}"##,
                &["/inputSchema/properties/a/pattern: the pattern (a has a group that is not closed"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"pattern":"[(]a*"}}}}"##,
                &[][..],
            ),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
