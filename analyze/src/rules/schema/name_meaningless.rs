//! `schema/name-meaningless`: names say what a tool does.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/name-meaningless",
    title: "names say what a tool does",
    severity: Severity::Info,
    level: Level::Note,
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
A tool whose name is a placeholder: `test`, `foo`, `tool1`, `my_tool`, `function`.

## Why it matters
A model that has forty tools chooses by name first.

## Example
```json
{\"name\": \"tool1\"}
```

## What to do
A verb and what it acts on: `search_notes`.

## When it is wrong
A server made for trying things out may call its tool `test`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Names without digits and separators.
const PLACEHOLDERS: [&str; 20] = [
    "bar",
    "baz",
    "default",
    "example",
    "exampletool",
    "foo",
    "func",
    "function",
    "handler",
    "method",
    "mytool",
    "newtool",
    "sample",
    "test",
    "testtool",
    "tmp",
    "tool",
    "unnamed",
    "untitled",
    "undefined",
];

/// Placeholders.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    let bare: String = tool
        .name
        .chars()
        .filter(char::is_ascii_alphabetic)
        .collect::<String>()
        .to_ascii_lowercase();
    if !bare.is_empty() && PLACEHOLDERS.contains(&bare.as_str()) {
        seen.push(Seen::new("/name", "the name is a placeholder"));
    }
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (r##"{"name":"Tool_1"}"##, &["/name: the name is a placeholder"][..]),
            (r##"{"name":"test_connection"}"##, &[][..]),
            (r##"{"name":""}"##, &[][..]),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
