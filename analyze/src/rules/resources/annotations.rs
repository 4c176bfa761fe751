//! `resources/annotations`: times in annotations are ISO 8601.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, beginning};
use crate::look::Seen;
use crate::rules::tell::tell_items;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "resources/annotations",
    title: "times of resources are ISO 8601",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Resource, SubjectKind::Template],
    aliases: &[],
    spec: Some("2025-11-25, Resources, Annotations"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`annotations.lastModified` that is no ISO 8601 time.

## Why it matters
Clients sort by it; what they can't read they leave out or refuse.

## Example
```json
{\"annotations\": {\"lastModified\": \"yesterday\"}}
```

## What to do
Write the time as `2026-01-02T03:04:05Z`.

## When it is wrong
Further members are allowed and not looked at.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for list in [ListKind::Resources, ListKind::Templates] {
        tell_items(cx, sink, list, |item, seen| {
            if let Some((member, message)) = item.value().get("annotations").and_then(fault) {
                let place = Seen::new(format!("/annotations/{member}"), message);
                seen.push(place.habit("lastModified is no ISO 8601 time"));
            }
        });
    }
}

/// Audience and priority are a matter of the shape of messages, which `compliance/message-shape` judges.
fn fault(annotations: Value<'_>) -> Option<(&'static str, String)> {
    let modified = annotations.get("lastModified")?;
    let is_fine = modified.as_str().is_some_and(|time| is_time(&time));
    (!is_fine).then(|| {
        (
            "lastModified",
            format!("lastModified is {}, no ISO 8601 time", beginning(modified.raw())),
        )
    })
}

/// `YYYY-MM-DD`, with a time after `T` or without.
fn is_time(text: &str) -> bool {
    let (date, time) = text.split_once('T').unwrap_or((text, "00:00"));
    let is_digits = |part: &str, n: usize| part.len() == n && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = date.split('-');
    let is_date = parts.next().is_some_and(|year| is_digits(year, 4))
        && parts.next().is_some_and(|month| is_digits(month, 2))
        && parts.next().is_some_and(|day| is_digits(day, 2))
        && parts.next().is_none();
    is_date && time.len() >= 4 && time.starts_with(|c: char| c.is_ascii_digit())
}
