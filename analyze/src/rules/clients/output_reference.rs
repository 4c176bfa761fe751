//! `clients/output-reference`: a reference in the output schema.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::inline;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/output-reference",
    title: "output schemas have no references",
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
`$ref` in an output schema.

## Why it matters
A client was seen to check results against an output schema without its definitions, so that calls fail.

## Example
```json
{\"outputSchema\": {\"type\": \"object\", \"properties\": {\"item\": {\"$ref\": \"#/$defs/Item\"}}}}
```

## What to do
Write the definition in place, or leave it if your users have the newest release.

## When it is wrong
A defect of the client, and probably short-lived.
";

const KIND: Kind = Kind {
    construct: Construct::OutputReference,
    what: "a reference in the output schema",
    fix: Some(inline),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}
