//! `security/lookalike-name`: tool names are not mistaken for well-known ones.

use mcpward_schemas::report::{Severity, SubjectKind};

use super::tell;
use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "security/lookalike-name",
    title: "tool names are not mistaken for well-known ones",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "medium",
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
A name that looks like one that many servers have, and differs in a letter of the same shape or in two that changed places.

## Why it matters
A person who reads it, and a model that copies it, take it for the tool they know.

## Example
```json
{\"name\": \"wirte_file\"}
```

## What to do
Use the well-known name, or one that nobody confuses with it.

## When it is wrong
Where the name has a meaning of its own. Accept it with `ignore:` and a reason.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}
