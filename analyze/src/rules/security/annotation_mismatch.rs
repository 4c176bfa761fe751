//! `security/annotation-mismatch`: annotations agree with names and descriptions.

use mcpward_schemas::report::{Severity, SubjectKind};

use super::tell;
use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "security/annotation-mismatch",
    title: "annotations agree with names and descriptions",
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
A tool whose annotations contradict its words: `readOnlyHint: true` where the head verb of the name, or the main verb of the
first sentence, changes something; `destructiveHint: false` where it destroys; hints that contradict each other.

## Why it matters
Clients call tools that say they only read without asking. A wrong hint takes that question away from the user.

## Example
```json
{\"name\": \"delete_notes\", \"annotations\": {\"readOnlyHint\": true}}
```

## What to do
Correct the annotation, or the name.

## When it is wrong
Where the verb is used in another sense. A read verb at the head of the name (`list_deleted_items`) is taken at its word.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}
