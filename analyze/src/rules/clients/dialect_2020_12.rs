//! `clients/dialect-2020-12`: $schema names draft 2020-12.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/dialect-2020-12",
    title: "the dialect label is known",
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
`$schema` of draft 2020-12 at the root of an input schema.

## Why it matters
It is the default of MCP since 2025-11-25, and some clients had no validator for it: the tool can not be called there.

## Example
```json
{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"type\": \"object\"}
```

## What to do
Leave `$schema` out: without it the schema is draft 2020-12 in MCP, and no client trips over the label.

## When it is wrong
The label is right; the clients named are wrong, and newer releases may be mended.
";

const KIND: Kind = Kind {
    construct: Construct::Dialect202012,
    what: "$schema names draft 2020-12",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    object(schema, at)?.remove("$schema")?;
    Some(at.to_owned())
}
