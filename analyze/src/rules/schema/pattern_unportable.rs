//! `schema/pattern-unportable`: patterns are written in the dialect of JSON Schema.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool, Weight};
use crate::pattern;
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/pattern-unportable",
    title: "patterns are portable",
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
A `pattern` with syntax that JavaScript, whose dialect JSON Schema recommends, does not know: `(?P<name>…)`, `(?i)`, `\\\\A`, `\\\\Z`,
possessive quantifiers, POSIX classes. As a note: lookahead and lookbehind, which linear engines and grammars lack.

## Why it matters
A client that compiles the pattern refuses the tool, or matches something else: JavaScript reads `\\\\Z` as the letter Z.

## Example
```json
{\"type\": \"string\", \"pattern\": \"(?i)^[a-z]+$\"}
```

## What to do
Say it in the common part of all dialects: classes, groups, quantifiers, `^` and `$`.

## When it is wrong
A server that only its own client uses may write its own dialect.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Patterns with syntax of one engine.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    for schema in tool.schemas() {
        for (idx, node) in schema.objects() {
            let Some(text) = node.keywords.pattern.and_then(Value::as_str) else {
                continue;
            };
            let pointer = || schema.pointer(idx, "pattern");
            if let Some(syntax) = pattern::foreign_syntax(&text) {
                seen.push(
                    Seen::new(pointer(), format!("the pattern has {syntax}")).habit(format!("a pattern with {syntax}")),
                );
            } else if pattern::has_lookaround(&text) {
                let habit = "a pattern with lookahead or lookbehind";
                let message = "the pattern looks ahead or behind, which some clients can't read";
                seen.push(Seen::new(pointer(), message).habit(habit).level(Weight::Note));
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
                r##"{"inputSchema":{"type":"object","properties":{"a":{"pattern":"(?i)^a$"}}}}"##,
                &["/inputSchema/properties/a/pattern: the pattern has an inline flag such as (?i)"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"pattern":"^(?!a)"}}}}"##,
                &[
                    "/inputSchema/properties/a/pattern: the pattern looks ahead or behind, which some clients can't read",
                ][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"pattern":"^(?:a|b)+$"}}}}"##,
                &[][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"pattern":{"description":"(?i)"}}}}"##,
                &[][..],
            ),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
