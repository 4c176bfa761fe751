//! `clients/boolean-exclusive-bound`: an exclusive bound that is a boolean, as in draft 4.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/boolean-exclusive-bound",
    title: "exclusive bounds are numbers",
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
`exclusiveMinimum` or `exclusiveMaximum` with `true` or `false`.

## Why it matters
It is draft 4. Providers that validate as draft 2020-12 refuse the request for it.

## Example
```json
{\"type\": \"number\", \"minimum\": 0, \"exclusiveMinimum\": true}
```

## What to do
Write the bound itself: `\"exclusiveMinimum\": 0` instead of `minimum` with the flag.

## When it is wrong
A client that is not named may read draft 4.
";

const KIND: Kind = Kind {
    construct: Construct::BooleanExclusiveBound,
    what: "an exclusive bound that is a boolean, as in draft 4",
    fix: Some(fix),
    was: Draft::Draft4,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    let object = object(schema, at)?;
    for (bound, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
        match object.get(exclusive) {
            Some(Json::Bool(true)) => {
                let number = object.remove(bound)?;
                object.insert(exclusive.to_owned(), number);
            }
            Some(Json::Bool(false)) => drop(object.remove(exclusive)),
            _ => {}
        }
    }
    Some(at.to_owned())
}
