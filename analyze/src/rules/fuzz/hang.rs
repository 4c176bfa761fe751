//! `fuzz/hang`: an odd input is never answered.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::Outcome;

use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "fuzz/hang",
    title: "odd inputs are answered in time",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "medium",
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
A read-only tool that does not answer an odd input within `timeouts.call_ms`.

## Why it matters
The turn of the model hangs with it, and many clients wait for minutes.

## Example
```yaml
checks:
  fuzz: { inputs: 30, seed: 1 }
```

## What to do
Paste the case below the finding into a suite. Bound what the tool does: lengths, counts, time.

## When it is wrong
A tool that takes longer by nature; raise `timeouts.call_ms`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    super::for_each_tool(cx, sink, |exchange| {
        let hangs =
            super::is_unanswered(exchange) && matches!(exchange.outcome, Some(Outcome::TimedOut | Outcome::Silent));
        hangs.then(|| "the tool does not answer an odd input".to_owned())
    });
}
