//! `compliance/tools-name-case-collision`: no two tool names differ in case only.

use mcpward_schemas::report::{Severity, SubjectKind};

use std::collections::BTreeMap;

use crate::contract::{Item, ListKind, beginning};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/tools-name-case-collision",
    title: "tool names differ in more than case",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Tools, Tool names"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A tool whose name differs from another one's only in upper and lower case.

## Why it matters
Names are case-sensitive, but models and some clients are not careful about it: they call the other tool.

## Example
```json
{\"tools\": [{\"name\": \"getUser\"}, {\"name\": \"getuser\"}]}
```

## What to do
Give them names that say how they differ.

## When it is wrong
Where both do the same, an alias, nothing can go wrong.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut by_name: BTreeMap<String, Vec<&Item>> = BTreeMap::new();
    for item in cx.items(ListKind::Tools).iter().filter(|item| !item.name.is_empty()) {
        by_name.entry(item.name.raw().to_lowercase()).or_default().push(item);
    }
    for items in by_name.into_values() {
        let first = items[0];
        for item in items.iter().filter(|item| item.name != first.name) {
            let message = format!("the name differs from {} in case only", beginning(first.name.raw()));
            sink.found(*item, message).at("/name").frames([first.frame, item.frame]);
        }
    }
}
