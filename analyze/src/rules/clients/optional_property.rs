//! `clients/optional-property`: a property that is not required.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/optional-property",
    title: "properties are required",
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
A property that `required` does not list.

## Why it matters
Structured outputs want every property required; what is optional takes null instead.

## Example
```json
{\"properties\": {\"limit\": {\"type\": \"integer\"}}, \"required\": []}
```

## What to do
List it under `required` and let its type be `[\"integer\", \"null\"]`, where the server reads null as absent.

## When it is wrong
Clients often do this by themselves before they send a tool as strict.
";

const KIND: Kind = Kind {
    construct: Construct::OptionalProperty,
    what: "a property that is not required",
    fix: None,
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}
