//! `latency/tool`: the times of one tool.

use mcpward_schemas::report::{Severity, SubjectKind};

use super::{measured, ms, percentile};
use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "latency/tool",
    title: "each measured tool keeps its own budget",
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
A tool whose 95th percentile is above the budget that it has of its own; as a warning, a tool whose every call failed; as a note,
the times of every other measured tool.

## Why it matters
One slow tool among ninety-nine fast ones disappears in a percentile over all.

## Example
```yaml
checks:
  latency:
    tools: [{ name: build_index, args: { path: /tmp/x }, p95_budget_ms: 5000 }]
```

## What to do
Look at the slowest call in the snapshot: the finding names its frames.

## When it is wrong
A busy machine is slow too.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(latency) = &cx.config().checks.latency else {
        return sink.not_asked();
    };
    let by_tool = measured(cx);
    for item in cx.items(ListKind::Tools) {
        let Some(tool) = by_tool.get(item.name.raw()) else {
            sink.seen(item);
            continue;
        };
        if tool.took_us.is_empty() {
            sink.found(
                item,
                format!("nothing was measured: all {} calls failed", tool.n_failed),
            )
            .level(Level::Warn);
            continue;
        }
        let frames = tool.slowest.into_iter().flat_map(|exchange| exchange.frames());
        let own = latency
            .tools
            .iter()
            .find(|call| call.name == item.name.raw())
            .and_then(|call| call.p95_budget_ms);
        let p95 = percentile(&tool.took_us, 95);
        match own.filter(|budget_ms| p95 > budget_ms.saturating_mul(1_000)) {
            Some(budget_ms) => {
                let message = format!(
                    "{}: above its budget of {}",
                    tool.describe(),
                    ms(budget_ms.saturating_mul(1_000))
                );
                sink.found(item, message)
                    .expected(budget_ms)
                    .actual(p95 / 1_000)
                    .frames(frames);
            }
            None => {
                sink.found(item, tool.describe()).level(Level::Note).frames(frames);
            }
        }
    }
}
