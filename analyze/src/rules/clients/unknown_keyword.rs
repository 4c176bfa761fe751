//! `clients/unknown-keyword`: a keyword that is not known there.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::{Value as Json, json};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/unknown-keyword",
    title: "keywords are known",
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
A keyword that the client's subset of JSON Schema lacks; for clients without a published subset, one that no draft has.

## Why it matters
Validators ignore what they don't know. Typed schema fields refuse the whole request: \"Unknown name … Cannot find field\".

## Example
```json
{\"type\": \"string\", \"x-order\": 1}
```

## What to do
Take out what the server does not need there; libraries have a switch for `additionalProperties` and `$schema`. A `const` of text is
an `enum` of one value, and `oneOf` is nearly always `anyOf`.

## When it is wrong
JSON Schema allows it; it matters for the clients named only.
";

const KIND: Kind = Kind {
    construct: Construct::UnknownKeyword,
    what: "a keyword that is not known there",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

/// What says the same in other words, else the schema without the keyword. The place is that of the keyword.
fn fix(schema: &mut Json, at: &str) -> Option<String> {
    let (parent, keyword) = at.rsplit_once('/')?;
    let keyword = keyword.replace("~1", "/").replace("~0", "~");
    let object = object(schema, parent)?;
    let value = object.remove(&keyword)?;
    let other = match keyword.as_str() {
        "const" if value.is_string() => Some(("enum", json!([value]))),
        "oneOf" => Some(("anyOf", value)),
        _ => None,
    };
    if let Some((keyword, value)) = other.filter(|(keyword, _)| !object.contains_key(*keyword)) {
        object.insert(keyword.to_owned(), value);
    }
    Some(parent.to_owned())
}
