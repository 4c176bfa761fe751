//! `policy/ignore-expired`: an entry under `ignore` whose time is over.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "policy/ignore-expired",
    title: "no ignore has expired",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An entry under `ignore` whose `expires` is before the time of the analysis. It no longer excuses anything.

## Why it matters
The date was a promise to mend something by then.

## Example
```yaml
ignore:
  - rule: schema/tool-description
    reason: texts are being written
    expires: 2026-01-31
```

## What to do
Mend the finding and take the entry out, or give it another date with a reason.

## When it is wrong
The time of the analysis is the start of the newest snapshot, unless `--as-of` names another.
";

/// Policy raises it, since only policy knows what an entry was used for.
fn check(_cx: &Context<'_>, sink: &mut Sink) {
    sink.not_asked();
}
