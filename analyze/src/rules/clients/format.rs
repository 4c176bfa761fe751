//! `clients/format`: a format that is not known there.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/format",
    title: "formats are known",
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
`format` with a name that the client refuses, such as `uri`.

## Why it matters
Most validators ignore formats that they don't know. Some providers refuse the request instead.

## Example
```json
{\"type\": \"string\", \"format\": \"uri\"}
```

## What to do
Say it in the description, or with a `pattern` where the form matters.

## When it is wrong
A format asserts nothing since draft 2019-09, so taking it out changes no validation.
";

const KIND: Kind = Kind {
    construct: Construct::Format,
    what: "a format that is not known there",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    object(schema, at)?.remove("format")?;
    Some(at.to_owned())
}
