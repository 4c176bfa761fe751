//! `clients/root-enum`: an enum at the root of the input schema.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/root-enum",
    title: "the root has no enum",
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
`enum` at the root of an input schema.

## Why it matters
OpenAI refuses the whole request for it.

## Example
```json
{\"type\": \"object\", \"enum\": [{\"mode\": \"fast\"}, {\"mode\": \"slow\"}]}
```

## What to do
Give the root properties, and put enums on them.

## When it is wrong
It is hardly ever meant.
";

const KIND: Kind = Kind {
    construct: Construct::RootEnum,
    what: "an enum at the root of the input schema",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    object(schema, at)?.remove("enum")?;
    Some(at.to_owned())
}
