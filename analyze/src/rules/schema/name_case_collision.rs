//! `schema/name-case-collision`: no two tools have names that differ in case alone.

use std::collections::BTreeMap;

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Item, ListKind};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/name-case-collision",
    title: "tool names differ in more than case",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
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
Two tools whose names are the same but for upper and lower case.

## Why it matters
Models mix them up, and clients on systems that fold case keep one of the two.

## Example
```json
{\"tools\": [{\"name\": \"getUser\"}, {\"name\": \"getuser\"}]}
```

## What to do
Rename one of the two tools.

## When it is wrong
The specification counts them as different names.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut by_name: BTreeMap<String, Vec<&Item>> = BTreeMap::new();
    for item in cx.items(ListKind::Tools).iter().filter(|item| !item.name.is_empty()) {
        by_name.entry(item.name.raw().to_lowercase()).or_default().push(item);
    }
    for items in by_name.into_values() {
        let Some(other) = items.iter().find(|item| item.name != items[0].name) else {
            continue;
        };
        let message = format!("the name differs from {} in case alone", other.name.raw());
        sink.found(items[0], message)
            .at("/name")
            .frames([items[0].frame, other.frame]);
        for item in &items[1..] {
            sink.seen(*item);
        }
    }
}
