//! `compliance/life-ping-before-init`: a ping before `initialize` is answered.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/life-ping-before-init",
    title: "a ping before initialize is answered",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Lifecycle, Initialization"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
With `probes.malformed`: a ping as the first message that is answered with an error or not at all.

## Why it matters
The specification allows pings before the handshake, so that a client can wait for a slow start.

## Example
```json
{\"error\": {\"code\": -32602, \"message\": \"not initialized\"}}
```

## What to do
Answer pings in every state.

## When it is wrong
Hardly any client does it, so it is a note.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.thrown_away(probe::PING_EARLY) else {
        return cx.not_malformed(sink);
    };
    if exchange.result().is_none() {
        sink.found(
            About::server(),
            format!("before initialize {}", exchange.why_no_result()),
        )
        .frames(exchange.frames());
    }
}
