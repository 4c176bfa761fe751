//! `security/hidden-unicode`: texts show what they say.

use mcpward_schemas::report::Severity;

use super::{SUBJECTS, tell};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "security/hidden-unicode",
    title: "texts show what they say",
    severity: Severity::Error,
    level: Level::Fail,
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
Characters and layout that show a reader less than a model reads: tag characters, runs of variation selectors, zero-width
characters inside words, direction overrides, control characters and terminal sequences, letters that only look Latin, fillers,
floods of soft hyphens, text behind padding or in comments. Hidden text is decoded and shown as data.

## Why it matters
A person approves what is shown; the model obeys what is read.

## Example
```json
{\"description\": \"Adds numbers.<invisible text>\"}
```

## What to do
Remove the characters. If you did not write them, distrust the server.

## When it is wrong
Emoji sequences, flags, keycaps, joiners of Persian and Indic scripts, direction marks around right-to-left text, a byte order
mark and single soft hyphens are known and pass.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}
