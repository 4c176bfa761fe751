//! `clients/output-reference`: a reference in the output schema that leads back to itself or nowhere.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::cut;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/output-reference",
    title: "references in output schemas end",
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
A `$ref` in an output schema from whose target references lead back to it, or whose target is not there.

## Why it matters
Clients that write references in place when they read the list of tools can not end, and drop all tools of the server: it is shown as
connected, without tools.

## Example
```json
{\"$defs\": {\"Screen\": {\"properties\": {\"variant\": {\"$ref\": \"#/$defs/Screen\"}}}}}
```

## What to do
Cut the recursion at a depth that readers need, or leave the output schema out of that tool.

## When it is wrong
References that end are fine, and are not reported.
";

const KIND: Kind = Kind {
    construct: Construct::OutputReference,
    what: "a reference in the output schema that leads back to itself or nowhere",
    fix: Some(cut),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}
