//! `drift/baseline-missing`: drift is checked and there is no lock file.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Problem;
use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/baseline-missing",
    title: "there is a lock file",
    severity: Severity::Error,
    level: Level::Fail,
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
The configuration asks for drift, and the lock file that it names does not exist.

## Why it matters
A check that can not run must not look green.

## Example
```yaml
checks:
  drift:
    baseline: ./mcpward.lock.json
```

## What to do
Run `mcpward baseline`, review the file and commit it.

## When it is wrong
In a fresh checkout the lock file may be ignored by accident.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(compared) = cx.drift else {
        return sink.not_asked();
    };
    if compared.problem == Some(Problem::Missing) {
        let file = &compared.file;
        sink.found(
            About::server(),
            format!("there is no lock file {file}; `mcpward baseline` writes one"),
        );
    }
}
