//! `clients/reference`: a reference.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::inline;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/reference",
    title: "no references",
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
`$ref` in an input schema, resolvable or not known to be lost.

## Why it matters
Typed schema fields have no references: Gemini refused the request, VS Code lost the definitions.

## Example
```json
{\"properties\": {\"kind\": {\"$ref\": \"#/$defs/Kind\"}}, \"$defs\": {\"Kind\": {\"enum\": [\"a\", \"b\"]}}}
```

## What to do
Write the definition in place; most schema libraries have a switch for it.

## When it is wrong
JSON Schema allows it; it matters for the clients named only.
";

const KIND: Kind = Kind {
    construct: Construct::Reference,
    what: "a reference",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    inline(schema, at)
}
