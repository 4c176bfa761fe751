//! `clients/object-without-properties`: the input schema has no properties.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::{Value as Json, json};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/object-without-properties",
    title: "input schemas have properties",
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
An input schema of type object without the member `properties`: a tool without arguments.

## Why it matters
OpenAI answers \"object schema missing properties\" to the whole request.

## Example
```json
{\"type\": \"object\"}
```

## What to do
Write `{\"type\": \"object\", \"properties\": {}}`, which means the same.

## When it is wrong
The specification allows it; it matters for the clients named only.
";

const KIND: Kind = Kind {
    construct: Construct::ObjectWithoutProperties,
    what: "the input schema has no properties",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    object(schema, at)?.insert("properties".to_owned(), json!({}));
    Some(at.to_owned())
}
