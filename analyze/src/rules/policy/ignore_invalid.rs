//! `policy/ignore-invalid`: an entry under `ignore` that does not count.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "policy/ignore-invalid",
    title: "each ignore can be read",
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
An entry under `ignore` without a reason, with a rule that does not exist, or with an `expires` that is no date. It excuses nothing.

## Why it matters
Whoever reads the configuration in a year has to know why a finding does not count.

## Example
```yaml
ignore:
  - rule: schema/*
    reason: \"\"
```

## What to do
Give a reason; name a rule that `mcpward rules` lists, or a family as `family/*`; write dates as YYYY-MM-DD.

## When it is wrong
A rule of a newer release of mcpward is reported as unknown.
";

/// Policy raises it, since only policy reads the entries.
fn check(_cx: &Context<'_>, sink: &mut Sink) {
    sink.not_asked();
}
