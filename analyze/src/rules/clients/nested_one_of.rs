//! `clients/nested-one-of`: oneOf below the root.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/nested-one-of",
    title: "no oneOf below the root",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`oneOf` anywhere below the root of an input schema.

## Why it matters
Structured outputs know `anyOf` only, so a strict tool is refused; other clients lose the union.

## Example
```json
{\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"number\"}]}
```

## What to do
Write `anyOf`. It means the same where no value fits two branches, which is the rule.

## When it is wrong
Where branches overlap, `anyOf` accepts more.
";

const KIND: Kind = Kind {
    construct: Construct::NestedOneOf,
    what: "oneOf below the root",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    let object = object(schema, at)?;
    if object.contains_key("anyOf") {
        return None;
    }
    let branches = object.remove("oneOf")?;
    object.insert("anyOf".to_owned(), branches);
    Some(at.to_owned())
}
