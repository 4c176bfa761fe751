//! `clients/reference-siblings`: a reference beside other keywords.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::inline;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/reference-siblings",
    title: "references stand alone",
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
`$ref` with `description`, `default` or other keywords in the same schema.

## Why it matters
Since 2019-09 this is allowed. Kimi expands the reference first and refuses the request for what stands beside it.

## Example
```json
{\"$ref\": \"#/$defs/Color\", \"description\": \"The color of the label\"}
```

## What to do
Write the definition in place together with the description, or move the description into the definition.

## When it is wrong
JSON Schema allows it; it matters for the clients named only.
";

const KIND: Kind = Kind {
    construct: Construct::ReferenceSiblings,
    what: "a reference beside other keywords",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    inline(schema, at)
}
