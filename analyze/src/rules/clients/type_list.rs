//! `clients/type-list`: a list of types.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::{Value as Json, json};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/type-list",
    title: "types are single",
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
`type` with a list, such as `[\"string\", \"null\"]`.

## Why it matters
Typed schema fields take one type; Gemini refused the request, older releases of Codex dropped the tool.

## Example
```json
{\"type\": [\"string\", \"null\"]}
```

## What to do
Write a union: `{\"anyOf\": [{\"type\": \"string\"}, {\"type\": \"null\"}]}`, or leave the property optional.

## When it is wrong
JSON Schema allows it; it matters for the clients named only.
";

const KIND: Kind = Kind {
    construct: Construct::TypeList,
    what: "a list of types",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    let object = object(schema, at)?;
    let types = object.remove("type")?;
    let branches: Vec<Json> = types.as_array()?.iter().map(|kind| json!({ "type": kind })).collect();
    if object.contains_key("anyOf") {
        return None;
    }
    object.insert("anyOf".to_owned(), Json::Array(branches));
    Some(at.to_owned())
}
