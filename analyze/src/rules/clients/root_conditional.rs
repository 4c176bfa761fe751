//! `clients/root-conditional`: a condition (if, then, else) at the root of the input schema.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/root-conditional",
    title: "the root has no condition",
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
`if`, `then` or `else` at the root of an input schema.

## Why it matters
Claude Code drops the tool, and a strict tool is refused by OpenAI.

## Example
```json
{\"type\": \"object\", \"if\": {\"required\": [\"a\"]}, \"then\": {\"required\": [\"b\"]}}
```

## What to do
Say the condition in the description, and check it in the server.

## When it is wrong
JSON Schema allows it; it matters for the clients named only.
";

const KIND: Kind = Kind {
    construct: Construct::RootConditional,
    what: "a condition (if, then, else) at the root of the input schema",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    let object = object(schema, at)?;
    for keyword in ["if", "then", "else"] {
        object.remove(keyword);
    }
    Some(at.to_owned())
}
