//! `clients/root-combinator`: a combinator (anyOf, oneOf, allOf) at the root of the input schema.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::{Value as Json, json};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/root-combinator",
    title: "the root has no combinator",
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
`anyOf`, `oneOf` or `allOf` at the root of an input schema.

## Why it matters
Anthropic and OpenAI refuse the whole request for it, with the tools of all servers; Claude Code drops the tool without a word.

## Example
```json
{\"type\": \"object\", \"properties\": {\"id\": {}, \"url\": {}}, \"anyOf\": [{\"required\": [\"id\"]}, {\"required\": [\"url\"]}]}
```

## What to do
Take it out of the root: say in the description which properties belong together, and check in the server.

## When it is wrong
Below the root the same clients take `anyOf`.
";

const KIND: Kind = Kind {
    construct: Construct::RootCombinator,
    what: "a combinator (anyOf, oneOf, allOf) at the root of the input schema",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    let object = object(schema, at)?;
    let mut properties = object
        .get("properties")
        .and_then(Json::as_object)
        .cloned()
        .unwrap_or_default();
    for keyword in ["anyOf", "oneOf", "allOf"] {
        for branch in object.remove(keyword).iter().filter_map(Json::as_array).flatten() {
            for (name, property) in branch.get("properties").and_then(Json::as_object).into_iter().flatten() {
                // A property that branches tell apart by its value takes anything the server checks.
                let merged = properties.entry(name.clone()).or_insert_with(|| property.clone());
                if merged != property {
                    *merged = json!({});
                }
            }
        }
    }
    object.insert("properties".to_owned(), Json::Object(properties));
    Some(at.to_owned())
}
