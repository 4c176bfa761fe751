//! `clients/dangling-reference`: a reference that does not resolve inside the schema.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/dangling-reference",
    title: "references resolve",
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
A `$ref` whose target is not in the input schema, or in another document.

## Why it matters
Gemini refuses the request with \"reference to undefined schema\". Claude Code was seen to drop every tool of the server.

## Example
```json
{\"properties\": {\"filter\": {\"$ref\": \"#/$defs/Filter\"}}}
```

## What to do
Put the definition under `$defs` of the same input schema, or write it in place. Each tool needs its own copy.

## When it is wrong
Never fetched: a remote reference is reported even where its target exists.
";

const KIND: Kind = Kind {
    construct: Construct::DanglingReference,
    what: "a reference that does not resolve inside the schema",
    fix: None,
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}
