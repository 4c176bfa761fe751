//! `security/custom-text`: texts pass the detectors of the configuration.

use mcpward_schemas::report::Severity;

use super::{SUBJECTS, tell};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "security/custom-text",
    title: "texts pass the detectors of the configuration",
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
A text that a detector of your own matches, from the files under `detectors:`.

## Why it matters
You know words that nobody else would look for: names of internal systems, of customers, of forbidden tools.

## Example
```json
{\"description\": \"Copies tickets to the old tracker.\"}
```

## What to do
Change the text, or the detector.

## When it is wrong
Where the detector is too wide. Each detector file holds texts that it must not find; add yours there.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}
