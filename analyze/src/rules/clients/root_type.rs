//! `clients/root-type`: the root of the input schema does not say type object.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::{Value as Json, json};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/root-type",
    title: "the root is an object",
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
An input schema without `\"type\": \"object\"` at the root.

## Why it matters
The specification demands it. Providers refuse the whole request, and Claude Code drops all tools of the server.

## Example
```json
{\"properties\": {\"query\": {\"type\": \"string\"}}}
```

## What to do
Add `\"type\": \"object\"`; arguments are always an object, so it means the same.

## When it is wrong
It is never right: `schema/tool-input-schema` fails for it, whoever the client.
";

const KIND: Kind = Kind {
    construct: Construct::RootType,
    what: "the root of the input schema does not say type object",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    object(schema, at)?.insert("type".to_owned(), json!("object"));
    Some(at.to_owned())
}
