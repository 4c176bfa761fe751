//! `clients/tuple-items`: items is a list of schemas.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::{Value as Json, json};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/tuple-items",
    title: "items is one schema",
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
`items` with an array of schemas: a tuple, as drafts before 2020-12 wrote it.

## Why it matters
In draft 2020-12 it is invalid, so Anthropic refuses the whole request; Gemini and Kimi do so too.

## Example
```json
{\"type\": \"array\", \"items\": [{\"type\": \"number\"}, {\"type\": \"number\"}]}
```

## What to do
Where all items are alike, write one schema with `minItems` and `maxItems`. Else take an object with named members.

## When it is wrong
A schema that says `$schema` of draft 7 is legal, and refused all the same.
";

const KIND: Kind = Kind {
    construct: Construct::TupleItems,
    what: "items is a list of schemas",
    fix: Some(fix),
    was: Draft::Draft7,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    let object = object(schema, at)?;
    let items = object.remove("items")?;
    let items = items.as_array()?;
    let mut kinds: Vec<&Json> = Vec::new();
    for item in items {
        if !kinds.contains(&item) {
            kinds.push(item);
        }
    }
    let one = if kinds.len() == 1 {
        kinds[0].clone()
    } else {
        json!({ "anyOf": kinds })
    };
    object.insert("items".to_owned(), one);
    if object
        .remove("additionalItems")
        .is_some_and(|more| more == json!(false))
    {
        object.insert("maxItems".to_owned(), json!(items.len()));
    }
    Some(at.to_owned())
}
