//! `clients/null-description`: a description that is null.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/null-description",
    title: "descriptions are strings",
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
`description: null` anywhere in an input schema.

## Why it matters
The metaschema wants a string. Providers that validate refuse the request.

## Example
```json
{\"type\": \"string\", \"description\": null}
```

## What to do
Leave the member out, or write a description.

## When it is wrong
It is never right; a generator wrote an empty field.
";

const KIND: Kind = Kind {
    construct: Construct::NullDescription,
    what: "a description that is null",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    object(schema, at)?.remove("description")?;
    Some(at.to_owned())
}
