//! `clients/enum-type`: an enum with values that are no strings.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::{Map, Value as Json, json};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/enum-type",
    title: "enums hold strings",
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
`enum` with numbers, booleans or null, alone or mixed with strings.

## Why it matters
Typed schema fields know enums of strings only; a number among them ends the request.

## Example
```json
{\"enum\": [1, 2, 3]}
```

## What to do
Numbers in a row are a range (`minimum`, `maximum`); with gaps between them the range accepts more. Mixed values are a union of types.
Or let the enum hold strings, and convert them in the server.

## When it is wrong
JSON Schema allows it; it matters for the clients named only.
";

const KIND: Kind = Kind {
    construct: Construct::EnumType,
    what: "an enum with values that are no strings",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

/// Strings as an enum, numbers as a range, each type a branch of its own.
fn fix(schema: &mut Json, at: &str) -> Option<String> {
    let object = object(schema, at)?;
    let values = object.remove("enum")?;
    let values = values.as_array()?;
    let mut branches: Vec<Json> = Vec::new();
    let strings: Vec<&Json> = values.iter().filter(|value| value.is_string()).collect();
    if !strings.is_empty() {
        branches.push(json!({ "type": "string", "enum": strings }));
    }
    branches.extend(range(values));
    for (kind, is) in [
        ("boolean", Json::is_boolean as fn(&Json) -> bool),
        ("null", Json::is_null),
        ("array", Json::is_array),
        ("object", Json::is_object),
    ] {
        if values.iter().any(is) {
            branches.push(json!({ "type": kind }));
        }
    }
    object.remove("type");
    match branches.as_slice() {
        [Json::Object(one)] => object.extend(one.clone()),
        _ if object.contains_key("anyOf") => return None,
        _ => {
            object.insert("anyOf".to_owned(), Json::Array(branches));
        }
    }
    Some(at.to_owned())
}

/// The range of the numbers, where there are any.
fn range(values: &[Json]) -> Option<Json> {
    let whole: Vec<i64> = values.iter().filter_map(Json::as_i64).collect();
    let is_whole = values.iter().filter(|value| value.is_number()).count() == whole.len();
    let mut range = Map::new();
    if is_whole {
        range.insert("type".to_owned(), json!("integer"));
        range.insert("minimum".to_owned(), json!(whole.iter().min()?));
        range.insert("maximum".to_owned(), json!(whole.iter().max()?));
    } else {
        range.insert("type".to_owned(), json!("number"));
    }
    Some(Json::Object(range))
}
