//! `latency/summary`: all measured calls together keep the budget.

use mcpward_schemas::report::{Severity, SubjectKind, Times};
use mcpward_schemas::snapshot::EventKind;

use super::{Measured, above, describe, measured, ms};
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
A 95th percentile over all measured calls above `checks.latency.p95_budget_ms`. As a warning: that nothing could be measured. As
a note: the times, how they spread, and how long the server took to start.

In brackets stands the interval that holds the true percentile in 95 of 100 runs. It is one of order statistics: nothing is supposed
about how times are distributed.

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
A busy machine is slow too. Few samples say little: below 72 calls the 95th percentile has no upper end.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(latency) = &cx.config().checks.latency else {
        return sink.not_asked();
    };
    let by_tool = measured(cx.contract, cx.main());
    let mut all = Measured::default();
    for tool in by_tool.values() {
        all.took_us.extend(&tool.took_us);
        all.first_byte_us.extend(&tool.first_byte_us);
        all.n_failed += tool.n_failed;
    }
    all.took_us.sort_unstable();
    all.first_byte_us.sort_unstable();
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
    let times = Times {
        cold_start_us: cold_start_us(cx),
        ..all.times()
    };
    let budget_us = latency.p95_budget_ms.saturating_mul(1_000);
    let words = describe(&times);
    if times.p95.us > budget_us {
        let slowest = by_tool
            .values()
            .filter_map(|tool| tool.slowest)
            .max_by_key(|exchange| exchange.took_us());
        let message = format!("{words}: {}", above(&times, budget_us));
        sink.found(About::server(), message)
            .expected(latency.p95_budget_ms)
            .actual(times.p95.us / 1_000)
            .times(times)
            .frames(slowest.into_iter().flat_map(|exchange| exchange.frames()));
        return;
    }
    let start = times.cold_start_us.map(|us| format!("; the start took {}", ms(us)));
    let message = format!("{words}{}", start.unwrap_or_default());
    sink.found(About::server(), message).level(Level::Note).times(times);
}

/// From the start of the server's process to its answer to the handshake; over HTTP nobody started it.
fn cold_start_us(cx: &Context<'_>) -> Option<u64> {
    let connection = cx.contract.connection(cx.main()?);
    let (spawned_us, _) = connection
        .events
        .iter()
        .find(|(_, event)| *event == EventKind::Spawned)?;
    let hello = connection.exchanges.first()?.response.as_ref()?;
    Some(hello.at_us.saturating_sub(*spawned_us))
}
