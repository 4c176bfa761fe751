//! `latency/summary`: all measured calls together keep the budget.

use mcpward_schemas::report::{Severity, SubjectKind};

use super::{Measured, measured, ms, percentile};
use crate::contract::DRY_RUN;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "latency/summary",
    title: "measured calls keep the time budget",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "medium",
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
A 95th percentile over all measured calls above `checks.latency.p95_budget_ms`. As a warning: that nothing could be measured.

## Why it matters
A slow tool holds up every turn of the model that uses it.

## Example
```yaml
checks:
  latency: { samples: 20, p95_budget_ms: 500 }
```

## What to do
`latency/tool` says which tool is slow. A budget of its own for a tool that is slow by nature: `tools: [{name, args, p95_budget_ms}]`.

## When it is wrong
A busy machine is slow too. Few samples say little: with fewer than 20 calls the 95th percentile is near the slowest call.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(latency) = &cx.config().checks.latency else {
        return sink.not_asked();
    };
    let by_tool = measured(cx);
    let mut all = Measured::default();
    for tool in by_tool.values() {
        all.took_us.extend(&tool.took_us);
        all.n_failed += tool.n_failed;
    }
    all.took_us.sort_unstable();
    if all.took_us.is_empty() && cx.is_dry_run() {
        return sink.skip(About::server(), DRY_RUN);
    }
    if all.took_us.is_empty() {
        let why = match all.n_failed {
            0 => "no tool is read-only, and checks.latency.tools names none".to_owned(),
            n => format!("all {n} calls failed"),
        };
        sink.found(About::server(), format!("nothing was measured: {why}"))
            .level(Level::Warn);
        return;
    }
    let p95 = percentile(&all.took_us, 95);
    let budget_us = latency.p95_budget_ms.saturating_mul(1_000);
    let words = all.describe();
    if p95 > budget_us {
        let slowest = by_tool
            .values()
            .filter_map(|tool| tool.slowest)
            .max_by_key(|exchange| exchange.took_us());
        sink.found(
            About::server(),
            format!("{words}: above the budget of {}", ms(budget_us)),
        )
        .expected(latency.p95_budget_ms)
        .actual(p95 / 1_000)
        .frames(slowest.into_iter().flat_map(|exchange| exchange.frames()));
        return;
    }
    sink.pass(words);
}
