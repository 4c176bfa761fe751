//! `schema/tool-name`: a tool has a name that clients accept.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/tool-name",
    title: "tool names are well-formed",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Tools, Tool names"),
    docs: DOCS,
    check,
};

/// Longest name in characters that the specification recommends.
const CHARS_MAX: usize = 128;

const DOCS: &str = "\
## What it finds
A tool whose name is missing, empty or no string. As a warning: a name longer than 128 characters, or with others than ASCII letters,
digits, `_`, `-` and `.`.

## Why it matters
A tool without a name can't be called. Names with other characters are refused by model providers, and with them the whole list.

## Example
```json
{\"name\": \"search notes\"}
```

## What to do
Use letters, digits and underscores, at most 64 characters, which every client takes: `search_notes`.

## When it is wrong
Before 2025-11-25 the specification said nothing about characters. The warning holds there too, since clients do not ask for the version.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for item in cx.items(ListKind::Tools) {
        let value = item.value();
        if !value.is_object() {
            let message = format!("the entry is {}, not an object", value.kind().name());
            sink.found(item, message).frames([item.frame]);
            continue;
        }
        let Some(name) = value.get("name") else {
            sink.found(item, "the tool has no name")
                .at("/name")
                .frames([item.frame]);
            continue;
        };
        let Some(name) = name.as_str() else {
            let message = format!("the name is {}, not a string", name.kind().name());
            sink.found(item, message).at("/name").frames([item.frame]);
            continue;
        };
        if name.is_empty() {
            sink.found(item, "the name is empty").at("/name").frames([item.frame]);
            continue;
        }
        let n_chars = name.chars().count();
        if let Some(odd) = name.chars().find(|c| !c.is_ascii_alphanumeric() && !"_-.".contains(*c)) {
            let message = format!(
                "the name has the character {}; names have letters, digits, _, - and .",
                spelled(odd)
            );
            sink.found(item, message)
                .at("/name")
                .level(Level::Warn)
                .frames([item.frame]);
        } else if n_chars > CHARS_MAX {
            let message = format!("the name has {n_chars} characters; {CHARS_MAX} are allowed");
            sink.found(item, message)
                .at("/name")
                .level(Level::Warn)
                .frames([item.frame]);
        }
    }
}

fn spelled(c: char) -> String {
    match c {
        ' ' => "space".to_owned(),
        c if c.is_ascii_graphic() => c.to_string(),
        c => format!("U+{:04X}", u32::from(c)),
    }
}
