//! `compliance/resources-subscribe`: resources can be subscribed to where that is declared.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/resources-subscribe",
    title: "resources can be subscribed to where that is declared",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::SUBSCRIBE)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Resources, Subscriptions"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that declares `resources.subscribe` and does not take `resources/subscribe` for a resource that it lists, or does not take
`resources/unsubscribe` behind it.

## Why it matters
A client that believes the capability waits for updates that never come, or goes on getting those that it wants no more.

## Example
```json
{\"error\": {\"code\": -32601, \"message\": \"Method not found\"}}
```

## What to do
Handle both methods, or leave `subscribe` out of the capability.

## When it is wrong
A server may offer subscriptions for some of its resources only; the first by its URI is asked for.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut asked = [probe::SUBSCRIBE, probe::UNSUBSCRIBE]
        .into_iter()
        .filter_map(|name| cx.probe(name));
    // One that never began can't be ended.
    if let Some(exchange) = asked.find(|exchange| exchange.result().is_none()) {
        sink.found(About::server(), exchange.why_no_result())
            .frames(exchange.frames());
    }
}
