//! `collision/summary`: how many tools were compared, and how many collide.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "collision/summary",
    title: "descriptions were compared",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Nothing: it says how many tools were compared, at which threshold and by which criterion.

## Why it matters
A pass of the collision lint means nothing without the number of descriptions behind it.

## Example
```text
12 descriptions were compared at a threshold of 80 % by parameter-type
```

## What to do
Nothing is to do; it is information.

## When it is wrong
Tools without description are not compared, and not counted.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let settings = &cx.config().checks.collision;
    let described = |item: &&crate::contract::Item| {
        item.value()
            .get("description")
            .and_then(mcpward_json::Value::as_str)
            .is_some_and(|text| !text.trim().is_empty())
    };
    let n = cx.items(ListKind::Tools).iter().filter(described).count();
    let percent = super::thousandths(settings.threshold) / 10;
    sink.pass(format!(
        "{n} descriptions were compared at a threshold of {percent} % by {}",
        settings.criterion
    ));
}
