//! `compliance/cache-ttl-absurd`: results may not be kept for months.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/cache-ttl-absurd",
    title: "cached results expire within thirty days",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Caching"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `ttlMs` of more than thirty days.

## Why it matters
A client that keeps a list that long does not see a tool that was taken out, or a description that was mended.

## Example
```json
{\"ttlMs\": 31536000000}
```

## What to do
Use minutes or hours. A value this large is often one in another unit.

## When it is wrong
A list that is fixed for good may say so.
";

const TTL_MS_MAX: i64 = 30 * 24 * 60 * 60 * 1000;

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.modern() else { return };
    let exchanges = cx.contract.connection(surface).exchanges.iter();
    let long = exchanges.filter_map(|exchange| {
        let ttl = exchange.result()?.get("ttlMs")?.as_i64()?;
        let message = format!(
            "the result of {} may be kept for {} days",
            exchange.method(),
            ttl / (TTL_MS_MAX / 30)
        );
        (ttl > TTL_MS_MAX).then_some((Level::Note, message, exchange.response.as_ref()?.frame))
    });
    said::about_server(sink, long);
}
