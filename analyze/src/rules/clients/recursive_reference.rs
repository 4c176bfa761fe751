//! `clients/recursive-reference`: a reference that leads back to itself.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::cut;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/recursive-reference",
    title: "references are not recursive",
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
A `$ref` from whose target references lead back to it.

## Why it matters
Clients that write references in place can not end: some drop the server, Kimi refuses the request.

## Example
```json
{\"$defs\": {\"Node\": {\"properties\": {\"children\": {\"items\": {\"$ref\": \"#/$defs/Node\"}}}}}}
```

## What to do
Cut the recursion at a depth that callers need: there the type alone says what may come, which accepts more. Or take the tree as a
flat list with parent ids.

## When it is wrong
JSON Schema allows it; it matters for the clients named only.
";

const KIND: Kind = Kind {
    construct: Construct::RecursiveReference,
    what: "a reference that leads back to itself",
    fix: Some(cut),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}
