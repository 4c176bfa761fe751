//! `clients/default-value`: a default value.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/default-value",
    title: "no default values",
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
`default` anywhere in an input schema.

## Why it matters
Schemas for structured outputs may not have it: OpenAI refuses a tool with `strict: true` for it.

## Example
```json
{\"type\": \"integer\", \"default\": 10}
```

## What to do
Say the default in the description. Nothing else changes, since `default` has no say in validation.

## When it is wrong
Only clients that send tools as strict minded it, and OpenAI itself no longer does; others use it to fill in forms.
";

const KIND: Kind = Kind {
    construct: Construct::DefaultValue,
    what: "a default value",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    object(schema, at)?.remove("default")?;
    Some(at.to_owned())
}
