//! `clients/dialect-draft-07`: the `$schema` of an output schema names draft 7.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/dialect-draft-07",
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
An output schema whose `$schema` names draft 7.

## Why it matters
Libraries write the label by themselves. A client whose validator knows draft 2020-12 only lists the tool and then refuses each call of it:
\"has an invalid outputSchema: JSON Schema declares an unsupported dialect\".

## Example
```json
{\"outputSchema\": {\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"type\": \"object\"}}
```

## What to do
Leave `$schema` out where the schema means the same in both drafts, which is the rule. Version 2 of the TypeScript SDK writes 2020-12.

## When it is wrong
A schema that uses keywords of draft 7 only, such as tuples in `items`, needs the label. Input schemas with it are taken.
";

const KIND: Kind = Kind {
    construct: Construct::DialectDraft07,
    what: "$schema of the output schema names draft 7",
    fix: Some(fix),
    was: Draft::Draft7,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    object(schema, at)?.remove("$schema")?;
    Some(at.to_owned())
}
