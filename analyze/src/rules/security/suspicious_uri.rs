//! `security/suspicious-uri`: addresses are what they seem.

use mcpward_schemas::report::Severity;

use super::{SUBJECTS, tell};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "security/suspicious-uri",
    title: "addresses are what they seem",
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
An address that runs code when opened, names a sensitive file or a metadata service, shows another host than it goes to, or
carries data to its host when it is shown.

## Why it matters
Clients open icons and links on their own, and a model follows what it is given.

## Example
```json
{\"uri\": \"file:///etc/passwd\"}
```

## What to do
Remove the address, or name one that shows where it goes.

## When it is wrong
Where a tool is about just that file. Accept it with `ignore:` and a reason.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}
