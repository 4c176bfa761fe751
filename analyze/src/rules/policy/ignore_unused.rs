//! `policy/ignore-unused`: an entry under `ignore` that no finding needs.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "policy/ignore-unused",
    title: "each ignore is needed",
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
An entry under `ignore` that fits no finding of this run.

## Why it matters
What it excused is gone, or the entry has a typing error. Left in place, it hides the next finding that happens to fit.

## Example
```yaml
ignore:
  - rule: schema/tool-nme
    reason: renamed in the next release
```

## What to do
Take the entry out, or mend its rule, tool or pointer.

## When it is wrong
An entry for a finding that comes and goes is unused now and then; pin what varies instead.
";

/// Policy raises it, since only policy knows what an entry was used for.
fn check(_cx: &Context<'_>, sink: &mut Sink) {
    sink.not_asked();
}
