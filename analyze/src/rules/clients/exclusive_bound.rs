//! `clients/exclusive-bound`: an exclusive bound.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/exclusive-bound",
    title: "no exclusive bounds",
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
`exclusiveMinimum` or `exclusiveMaximum` with a number.

## Why it matters
Typed schema fields do not know these keywords and refuse the request.

## Example
```json
{\"type\": \"integer\", \"exclusiveMinimum\": 0}
```

## What to do
For integers the next number with `minimum` means the same. For other numbers, `minimum` lets the bound itself in.

## When it is wrong
JSON Schema allows it; it matters for the clients named only.
";

const KIND: Kind = Kind {
    construct: Construct::ExclusiveBound,
    what: "an exclusive bound",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    let object = object(schema, at)?;
    let is_integer = object.get("type").is_some_and(|kind| kind == "integer");
    for (bound, exclusive, step) in [("minimum", "exclusiveMinimum", 1), ("maximum", "exclusiveMaximum", -1)] {
        if let Some(limit) = object.remove(exclusive) {
            let next = limit
                .as_i64()
                .filter(|_| is_integer)
                .and_then(|limit| limit.checked_add(step));
            object.insert(bound.to_owned(), next.map_or(limit, Json::from));
        }
    }
    Some(at.to_owned())
}
