//! `clients/nested-all-of`: allOf below the root.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/nested-all-of",
    title: "no allOf below the root",
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
`allOf` anywhere below the root of an input schema.

## Why it matters
Structured outputs don't know it, so a strict tool is refused.

## Example
```json
{\"allOf\": [{\"$ref\": \"#/$defs/Base\"}, {\"required\": [\"id\"]}]}
```

## What to do
Merge the branches into one schema. An `allOf` with one branch is that branch.

## When it is wrong
Only clients that send tools as strict mind it.
";

const KIND: Kind = Kind {
    construct: Construct::NestedAllOf,
    what: "allOf below the root",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    let object = object(schema, at)?;
    let branches = object.remove("allOf")?;
    for branch in branches.as_array()? {
        for (keyword, value) in branch.as_object()? {
            // Merging two values of one keyword is not for a machine to guess.
            if object
                .insert(keyword.clone(), value.clone())
                .is_some_and(|before| before != *value)
            {
                return None;
            }
        }
    }
    Some(at.to_owned())
}
