//! `behavioral/tool-exists`: suites name tools that the server has.

use std::collections::BTreeSet;

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "behavioral/tool-exists",
    title: "suites name existing tools",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A suite, setup or teardown that names a tool that the server does not list.

## Why it matters
Its cases test nothing.

## Example
```yaml
- tool: get_notes   # the server has get_note
```

## What to do
Correct the name, or bring the tool back.

## When it is wrong
A tool that appears only after another was called is not in the list.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let listed: BTreeSet<&str> = cx.items(ListKind::Tools).iter().map(|item| item.name.raw()).collect();
    let named: BTreeSet<String> = cx
        .cases
        .iter()
        .filter(|case| case.is_tool())
        .map(|case| case.run.target.name().to_owned())
        .collect();
    for name in named.iter().filter(|name| !listed.contains(name.as_str())) {
        sink.found(
            About::server(),
            format!("a suite calls {name:?}, and the server has no such tool"),
        );
    }
}
