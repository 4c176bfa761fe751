//! `clients/enum-type`: an enum with values that are no strings.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/enum-type",
    title: "enums hold strings",
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
`enum` with numbers, booleans or null, alone or mixed with strings.

## Why it matters
Typed schema fields know enums of strings only; a number among them ends the request.

## Example
```json
{\"enum\": [1, 2, 3]}
```

## What to do
Write a range (`minimum`, `maximum`) or a union of `const`, or let the enum hold strings and convert them.

## When it is wrong
JSON Schema allows it; it matters for the clients named only.
";

const KIND: Kind = Kind {
    construct: Construct::EnumType,
    what: "an enum with values that are no strings",
    fix: None,
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}
