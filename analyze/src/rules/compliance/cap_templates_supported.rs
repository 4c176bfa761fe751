//! `compliance/cap-templates-supported`: a server that declares resources lists templates.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/cap-templates-supported",
    title: "resources/templates/list answers where resources are declared",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Lifecycle, Capability negotiation"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that declares the capability `resources` and does not answer `resources/templates/list` with a list; error -32601 is
fine, since a server may have no templates.

## Why it matters
Clients ask for what is declared, and show the error to people who did nothing wrong.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1005, \"error\": {\"code\": -32601, \"message\": \"Method not found\"}}
```

## What to do
Answer with an empty list where there is nothing, or do not declare the capability.

## When it is wrong
A list that depends on a system which the test environment lacks fails as it would for a user without it.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    // A server may have resources and no templates.
    super::declared_list_answers(cx, sink, ListKind::Templates, |reason| reason.ends_with("error -32601"));
}
