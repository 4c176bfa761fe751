//! `latency/tool`: the times of one tool.

use mcpward_schemas::report::{Severity, SubjectKind};

use super::{above, describe, measured};
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
the times of every other measured tool, with intervals that hold in 95 of 100 runs, and how they spread.

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
    let by_tool = measured(cx.contract, cx.main());
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
        let times = tool.times();
        let words = describe(&times);
        let own_us = own.map(|budget_ms| (budget_ms, budget_ms.saturating_mul(1_000)));
        match own_us.filter(|(_, budget_us)| times.p95.us > *budget_us) {
            Some((budget_ms, budget_us)) => {
                let message = format!("{words}: {}", above(&times, budget_us));
                sink.found(item, message)
                    .expected(budget_ms)
                    .actual(times.p95.us / 1_000)
                    .times(times)
                    .frames(frames);
            }
            None => {
                sink.found(item, words).level(Level::Note).times(times).frames(frames);
            }
        }
    }
}
