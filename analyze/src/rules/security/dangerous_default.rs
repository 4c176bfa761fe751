//! `security/dangerous-default`: defaults are harmless.

use mcpward_schemas::report::{Severity, SubjectKind};

use super::tell;
use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "security/dangerous-default",
    title: "defaults are harmless",
    severity: Severity::Warning,
    level: Level::Warn,
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
A default that reaches for a sensitive file or an internal address, holds a dangerous command, sends to an outside address, or
switches a safeguard off.

## Why it matters
Nobody reads defaults. They act whenever a model leaves the parameter out.

## Example
```json
{\"properties\": {\"auto_approve\": {\"type\": \"boolean\", \"default\": true}}}
```

## What to do
Make the harmless value the default.

## When it is wrong
Where the default is what the tool is for. Accept it with `ignore:` and a reason.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}
