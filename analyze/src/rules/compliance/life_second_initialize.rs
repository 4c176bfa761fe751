//! `compliance/life-second-initialize`: a second `initialize` does no harm.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::Outcome;

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/life-second-initialize",
    title: "a second initialize is answered",
    severity: Severity::Warning,
    level: Level::Warn,
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
With `probes.malformed`: a second `initialize` on a connection after which the server ends, or that it does not answer.

## Why it matters
Proxies and clients that reconnect send it by mistake; an error is all that should come of it.

## Example
The process exits with an assertion.

## What to do
Answer with an error, or with the same result again.

## When it is wrong
It sends what no client should send, so it is asked only on request, on a connection of its own.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.thrown_away(probe::INITIALIZE_AGAIN) else {
        return cx.not_malformed(sink);
    };
    if exchange.response.is_none() {
        let message = match exchange.outcome {
            Some(Outcome::Closed) => "the server ends at a second initialize",
            _ => "a second initialize is not answered",
        };
        sink.found(About::server(), message).frames(exchange.frames());
    }
}
