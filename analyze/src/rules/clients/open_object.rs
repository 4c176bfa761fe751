//! `clients/open-object`: an object that allows further properties.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::{Value as Json, json};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/open-object",
    title: "objects are closed",
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
An object schema without `\"additionalProperties\": false`, at any depth.

## Why it matters
Structured outputs want every object closed; a strict tool is refused otherwise.

## Example
```json
{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}}}
```

## What to do
Add `\"additionalProperties\": false` where nothing else is read. That accepts less, so it is a change for callers.

## When it is wrong
Clients often close objects by themselves before they send a tool as strict.
";

const KIND: Kind = Kind {
    construct: Construct::OpenObject,
    what: "an object that allows further properties",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    object(schema, at)?.insert("additionalProperties".to_owned(), json!(false));
    Some(at.to_owned())
}
