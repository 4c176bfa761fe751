//! `latency/sampling`: what was not measured, and why.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "latency/sampling",
    title: "the tools to measure exist and may be called",
    severity: Severity::Warning,
    level: Level::Warn,
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
A tool under `checks.latency.tools` that the server does not have. Tools that were not measured are skipped, with the reason.

## Why it matters
A budget for a tool that is not there is kept by accident.

## Example
```yaml
checks:
  latency:
    tools: [{ name: read_fil }]   # the server has read_file
```

## What to do
Correct the name. To measure a tool that is not read-only, name it under `checks.latency.tools` with arguments that do no harm.

## When it is wrong
Never, as far as is known.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(latency) = &cx.config().checks.latency else {
        return sink.not_asked();
    };
    let Some(surface) = cx.main() else { return };
    let connection = cx.contract.connection(surface);
    let items = cx.items(ListKind::Tools);
    for call in latency
        .tools
        .iter()
        .filter(|call| cx.place_of(ListKind::Tools, &call.name).is_none())
    {
        sink.found(
            About::server(),
            format!(
                "checks.latency.tools names {:?}, and the server has no such tool",
                call.name
            ),
        );
    }
    for item in items {
        if let Some(reason) = connection.refusal(item.name.raw(), "latency") {
            sink.skip_nothing(item, format!("not measured: {reason}"));
        }
    }
}
