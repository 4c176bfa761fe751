//! `schema/unique-names`: no two tools have the same name.

use std::collections::BTreeMap;

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Item, ListKind, Listing};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/unique-names",
    title: "tool names are unique",
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

const DOCS: &str = "\
## What it finds
A tool name that stands more than once in the list, all pages together. A duplicate that only one of two listings shows is a warning,
since pages that were read while the list changed may overlap.

## Why it matters
A call names the tool by its name alone, so one of the two can't be called. Some clients refuse the whole list.

## Example
```json
{\"tools\": [{\"name\": \"search\"}, {\"name\": \"search\"}]}
```

## What to do
Rename one of them. Where several modules register tools, give each module a prefix.

## When it is wrong
Names that differ in case are different names here.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(list) = cx.surface.map(|surface| surface.list(ListKind::Tools)) else {
        return;
    };
    let mut by_name: BTreeMap<&str, Vec<&Item>> = BTreeMap::new();
    for item in list.items().iter().filter(|item| !item.name.is_empty()) {
        by_name.entry(item.name.raw()).or_default().push(item);
    }
    for (name, items) in by_name.into_iter().filter(|(_, items)| items.len() > 1) {
        let pages: Vec<String> = items.iter().map(|item| (item.page + 1).to_string()).collect();
        let message = match items.iter().all(|item| item.page == items[0].page) {
            true => format!("{} tools have this name", items.len()),
            false => format!("{} tools have this name, on pages {}", items.len(), pages.join(", ")),
        };
        let level = if is_reproduced(list, name) {
            Level::Fail
        } else {
            Level::Warn
        };
        let mut frames: Vec<_> = items.iter().map(|item| item.frame).collect();
        frames.dedup();
        sink.found(items[0], message).at("/name").level(level).frames(frames);
        for item in &items[1..] {
            sink.seen(*item);
        }
    }
}

/// Whether every whole listing shows the duplicate.
fn is_reproduced(list: &Listing, name: &str) -> bool {
    let whole = list
        .passes
        .iter()
        .filter(|pass| pass.end == crate::contract::PassEnd::Whole);
    whole
        .into_iter()
        .all(|pass| pass.items.iter().filter(|item| item.name.raw() == name).count() > 1)
}
