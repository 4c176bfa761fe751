//! `clients/misplaced-object-keyword`: properties or required beside a type other than object.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/misplaced-object-keyword",
    title: "object keywords stand on objects",
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
`properties` or `required` in a schema whose `type` is not object.

## Why it matters
They have no effect there, and Gemini refuses the request: \"only allowed for OBJECT type\".

## Example
```json
{\"type\": \"string\", \"required\": []}
```

## What to do
Take them out; they say nothing about a string.

## When it is wrong
JSON Schema allows keywords without effect.
";

const KIND: Kind = Kind {
    construct: Construct::MisplacedObjectKeyword,
    what: "properties or required beside a type other than object",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    let object = object(schema, at)?;
    object.remove("properties");
    object.remove("required");
    Some(at.to_owned())
}
