//! `schema/tool-name`: a tool has a name that clients accept.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Weight};
use crate::rules::tell::tell_items;
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
    tell_items(cx, sink, ListKind::Tools, |item, seen| {
        let value = item.value();
        if !value.is_object() {
            let message = format!("the entry is {}, not an object", value.kind().name());
            seen.push(Seen::new("", message));
            return;
        }
        let Some(name) = value.get("name") else {
            seen.push(Seen::new("/name", "the tool has no name"));
            return;
        };
        let Some(name) = name.as_str() else {
            let message = format!("the name is {}, not a string", name.kind().name());
            seen.push(Seen::new("/name", message));
            return;
        };
        if name.is_empty() {
            seen.push(Seen::new("/name", "the name is empty"));
            return;
        }
        let n_chars = name.chars().count();
        if let Some(odd) = name.chars().find(|c| !c.is_ascii_alphanumeric() && !"_-.".contains(*c)) {
            let message = format!(
                "the name has the character {}; names have letters, digits, _, - and .",
                spelled(odd)
            );
            seen.push(Seen::new("/name", message).level(Weight::Warn));
        } else if n_chars > CHARS_MAX {
            let message = format!("the name has {n_chars} characters; {CHARS_MAX} are allowed");
            let habit = format!("names of more than {CHARS_MAX} characters");
            seen.push(Seen::new("/name", message).habit(habit).level(Weight::Warn));
        }
    });
}

fn spelled(c: char) -> String {
    match c {
        ' ' => "space".to_owned(),
        c if c.is_ascii_graphic() => c.to_string(),
        c => format!("U+{:04X}", u32::from(c)),
    }
}
