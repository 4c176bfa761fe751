//! `clients/union-beside-type`: a union beside type.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/union-beside-type",
    title: "unions hold their types",
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
`anyOf` or `oneOf` in a schema that also has `type`.

## Why it matters
Kimi wants the type inside of the branches and refuses the whole request otherwise.

## Example
```json
{\"type\": \"string\", \"anyOf\": [{\"minLength\": 1}, {\"maxLength\": 8}]}
```

## What to do
Move the type into each branch, which means the same.

## When it is wrong
JSON Schema allows it; it matters for the clients named only.
";

const KIND: Kind = Kind {
    construct: Construct::UnionBesideType,
    what: "a union beside type",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    let object = object(schema, at)?;
    let kind = object.remove("type")?;
    for keyword in ["anyOf", "oneOf"] {
        for branch in object
            .get_mut(keyword)
            .and_then(Json::as_array_mut)
            .into_iter()
            .flatten()
        {
            branch.as_object_mut()?.entry("type").or_insert_with(|| kind.clone());
        }
    }
    Some(at.to_owned())
}
