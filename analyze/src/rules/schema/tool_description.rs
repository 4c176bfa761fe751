//! `schema/tool-description`: a tool says what it does.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Weight};
use crate::rules::tell::tell_items;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/tool-description",
    title: "tools have a description",
    severity: Severity::Error,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Tools, Tool"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A tool whose description is missing or empty, as a warning, since the specification leaves it optional. A description that is no string
fails.

## Why it matters
Models choose tools by their descriptions. One without is called at random, or never.

## Example
```json
{\"name\": \"search_notes\", \"inputSchema\": {\"type\": \"object\"}}
```

## What to do
Say in one or two sentences what the tool does, and when to use it rather than its neighbors.

## When it is wrong
A tool that only a program calls may do without; put it into `ignore` with that reason.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell_items(cx, sink, ListKind::Tools, |item, seen| {
        if !item.value().is_object() {
            return;
        }
        let description = item.value().get("description");
        let place = |message: &str| Seen::new("/description", message);
        match description.map(|text| (text, text.as_str())) {
            None => seen.push(place("the tool has no description")),
            Some((value, None)) => {
                let message = format!("the description is {}, not a string", value.kind().name());
                seen.push(place(&message).level(Weight::Fail));
            }
            Some((_, Some(text))) if text.trim().is_empty() => seen.push(place("the description is empty")),
            Some(_) => {}
        }
    });
}
