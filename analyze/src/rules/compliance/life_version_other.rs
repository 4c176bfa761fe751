//! `compliance/life-version-other`: a version that was never published is answered with one that is served.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/life-version-other",
    title: "an unknown version is answered with a served one, or refused",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Lifecycle, Version negotiation"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that agrees to the version 1999-01-01, or that does not answer it at all.

## Why it matters
The version tells both sides what the other understands. A server that agrees to everything has not looked, and a client of the
future
takes it for one of its own.

## Example
```json
{\"result\": {\"protocolVersion\": \"1999-01-01\"}}
```

## What to do
Answer with the latest version served, or with -32602 and the versions in `data.supported`.

## When it is wrong
It is asked only with `--matrix`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut surfaces = cx.contract.surfaces.iter().filter(|surface| surface.is_handshake());
    let Some(surface) = surfaces.find(|surface| surface.asked() == probe::UNPUBLISHED) else {
        return match cx.config().probes.versions {
            true => sink.skip_nothing(About::server(), "no unknown version was asked for"),
            false => sink.not_asked(),
        };
    };
    let Some(exchange) = cx.contract.connection(surface).probe(probe::INITIALIZE) else {
        return sink.skip_nothing(
            About::server(),
            "the connection that asks for an unknown version was not made",
        );
    };
    let message = match &exchange.response {
        Some(_) if surface.version() == probe::UNPUBLISHED => {
            format!(
                "the server agrees to version {}, which was never published",
                probe::UNPUBLISHED
            )
        }
        Some(_) => return,
        None => format!("asked for version {}: {}", probe::UNPUBLISHED, exchange.why_no_result()),
    };
    sink.found(About::server(), message).frames(exchange.frames());
}
