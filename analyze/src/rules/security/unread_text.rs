//! `security/unread-text`: all texts were read to their end.

use mcpward_schemas::report::Severity;

use super::{SUBJECTS, tell};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "security/unread-text",
    title: "all texts were read to their end",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: SUBJECTS,
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A text that is longer than is read, a definition with more or deeper texts than are read, or more encoded parts in one text than
are decoded.

## Why it matters
What was not read was not judged.

## Example
```json
{\"description\": \"<more than 256 KiB>\"}
```

## What to do
Shorten the text. No model is helped by it.

## When it is wrong
Where a server really needs it; then someone should read it.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}
