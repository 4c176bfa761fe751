//! `clients/array-without-items`: an array without items.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::{Value as Json, json};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/array-without-items",
    title: "arrays say what their items are",
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
A schema of type array without `items`, anywhere in an input schema.

## Why it matters
OpenAI answers \"array schema missing items\" to the whole request, and VS Code leaves the tool out.

## Example
```json
{\"type\": \"array\"}
```

## What to do
Say what the items are; where they may be anything, write `\"items\": {}`, which means the same.

## When it is wrong
Clients that are not named may take it.
";

const KIND: Kind = Kind {
    construct: Construct::ArrayWithoutItems,
    what: "an array without items",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    object(schema, at)?.insert("items".to_owned(), json!({}));
    Some(at.to_owned())
}
