//! `drift/volatile-unused`: an entry under `volatile` that fits nothing.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::drift_report::ready;
use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/volatile-unused",
    title: "each entry of volatile fits something",
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
An entry under `volatile` whose pointer names no value of the contract, or whose pattern is no regular expression.

## Why it matters
It was meant to mask something, and masks nothing.

## Example
```yaml
volatile:
  - pointer: /tools/report/descripton
```

## What to do
Mend the pointer, or take the entry out.

## When it is wrong
A text that is there only now and then is fitted only now and then.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(compared) = ready(cx, sink) else { return };
    for (idx, problem) in &compared.volatile {
        sink.found(About::server(), format!("volatile[{idx}]: {problem}"))
            .at(format!("/volatile/{idx}"));
    }
}
