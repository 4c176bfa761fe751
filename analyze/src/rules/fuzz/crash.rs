//! `fuzz/crash`: an odd input ends the server.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::Outcome;

use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "fuzz/crash",
    title: "odd inputs do not end the server",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A read-only tool that ends the connection or the process when it is given an odd input: an empty or very long text, a number beyond
its bounds, an unknown parameter. Only `checks.fuzz` sends such inputs, and only to read-only tools.

## Why it matters
A model sends such a value sooner or later, and then every other tool of the server is gone too.

## Example
```yaml
checks:
  fuzz: { inputs: 30, seed: 1 }
```

## What to do
Paste the case below the finding into a suite, mend the tool, and keep the case.

## When it is wrong
A server that was ended by the machine meanwhile, for want of memory, looks the same.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    super::for_each_tool(cx, sink, |exchange| {
        let ended = super::is_unanswered(exchange) && matches!(exchange.outcome, Some(Outcome::Closed));
        ended.then(|| "the server ends when the tool is given an odd input".to_owned())
    });
}
