//! `resources/annotations`: annotations of resources have values that the protocol has.

use mcpward_json::{Decimal, Value};
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, beginning};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "resources/annotations",
    title: "annotations have known values",
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
`audience` with words other than user and assistant, `priority` outside of 0 to 1, `lastModified` that is no ISO 8601 time.

## Why it matters
Clients sort and filter by them; what they can't read they leave out or refuse.

## Example
```json
{\"annotations\": {\"audience\": [\"everyone\"], \"priority\": 5}}
```

## What to do
Use the words and the range of the specification.

## When it is wrong
Further members are allowed and not looked at.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for item in [ListKind::Resources, ListKind::Templates]
        .into_iter()
        .flat_map(|kind| cx.items(kind))
    {
        let Some(annotations) = item.value().get("annotations") else {
            continue;
        };
        for (member, message) in faults(annotations) {
            sink.found(item, message)
                .at(format!("/annotations/{member}"))
                .frames([item.frame]);
        }
    }
}

fn faults(annotations: Value<'_>) -> Vec<(&'static str, String)> {
    let mut faults = Vec::new();
    if let Some(audience) = annotations.get("audience") {
        let odd = audience
            .items()
            .find(|word| !word.is_text("user") && !word.is_text("assistant"));
        if let Some(odd) = odd.or_else(|| (!audience.is_array()).then_some(audience)) {
            faults.push((
                "audience",
                format!("audience has {}; it takes user and assistant", beginning(odd.raw())),
            ));
        }
    }
    if let Some(priority) = annotations.get("priority") {
        let one = Decimal::parse("1");
        let is_fine = priority
            .decimal()
            .is_some_and(|number| !number.is_negative() && Some(number) <= one);
        if !is_fine {
            faults.push((
                "priority",
                format!("priority is {}, not from 0 to 1", beginning(priority.raw())),
            ));
        }
    }
    if let Some(modified) = annotations
        .get("lastModified")
        .filter(|time| !time.as_str().is_some_and(|time| is_time(&time)))
    {
        faults.push((
            "lastModified",
            format!("lastModified is {}, no ISO 8601 time", beginning(modified.raw())),
        ));
    }
    faults
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
