//! `compliance/life-version-latest`: an unknown version is answered with the latest one.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Surface, probe};
use crate::protocol;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/life-version-latest",
    title: "the counter-offer is the latest version served",
    severity: Severity::Warning,
    level: Level::Warn,
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
An unknown version that is answered with an older one than the latest that the server serves.

## Why it matters
A client of the future is served as one of the past.

## Example
The server serves 2025-11-25, and answers 1999-01-01 with 2024-11-05.

## What to do
Offer the latest version.

## When it is wrong
It is asked only with `--matrix`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let handshakes = cx.contract.surfaces.iter().filter(|surface| surface.is_handshake());
    let established = handshakes.filter(|surface| surface.is_established());
    let mut asked = established.clone();
    let Some(surface) = asked.find(|surface| surface.asked() == probe::UNPUBLISHED) else {
        return match cx.config().probes.versions {
            true => sink.skip_nothing(About::server(), "no unknown version was agreed on"),
            false => sink.not_asked(),
        };
    };
    let offered = surface.version();
    let versions = established
        .map(Surface::version)
        .filter(|version| protocol::is_published(version));
    let latest = versions.max().unwrap_or_default();
    if protocol::is_published(&offered) && offered < latest {
        let message = format!(
            "{} is answered with {offered}, and {latest} is served",
            probe::UNPUBLISHED
        );
        sink.found(About::server(), message).frames(surface.hello_frame);
    }
}
