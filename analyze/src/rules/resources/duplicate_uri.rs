//! `resources/duplicate-uri`: no two resources have the same URI.

use std::collections::BTreeMap;

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Item, ListKind};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "resources/duplicate-uri",
    title: "every URI stands once",
    severity: Severity::Error,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Resources)],
    subjects: &[SubjectKind::Resource],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A URI that stands more than once in the list, all pages together.

## Why it matters
A URI names one resource; clients keep the first or the last of them.

## Example
```json
{\"resources\": [{\"uri\": \"notes:///a\", \"name\": \"a\"}, {\"uri\": \"notes:///a\", \"name\": \"b\"}]}
```

## What to do
Keep one of the two, or tell them apart.

## When it is wrong
Pages that were read while the list changed may overlap.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut by_name: BTreeMap<&str, Vec<&Item>> = BTreeMap::new();
    for item in cx
        .items(ListKind::Resources)
        .iter()
        .filter(|item| !item.name.is_empty())
    {
        by_name.entry(item.name.raw()).or_default().push(item);
    }
    for items in by_name.into_values().filter(|items| items.len() > 1) {
        let message = format!("{} resources have this URI", items.len());
        sink.found(items[0], message).at("/uri").frames([items[0].frame]);
        for item in &items[1..] {
            sink.seen(*item);
        }
    }
}
