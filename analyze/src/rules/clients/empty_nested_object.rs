//! `clients/empty-nested-object`: an object without properties below the root.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/empty-nested-object",
    title: "objects have properties",
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
A schema of type object below the root with no `properties`, or empty ones.

## Why it matters
Typed schema fields have no place for it: Gemini answered \"should be non-empty for OBJECT type\" to the whole request.

## Example
```json
{\"type\": \"object\", \"description\": \"Filters by field\"}
```

## What to do
Declare the properties that are understood. For a free map, take a list of pairs or a string of JSON instead.

## When it is wrong
An object that is meant as a free map is legal JSON Schema.
";

const KIND: Kind = Kind {
    construct: Construct::EmptyNestedObject,
    what: "an object without properties below the root",
    fix: None,
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}
