//! `compliance/life-version-echo`: a version that the server serves is what it answers when it is asked for.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Surface, beginning};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/life-version-echo",
    title: "a served version is agreed on when it is asked for",
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
A version that the server offers on one connection, and answers with another one when it is asked for by itself.

## Why it matters
A client that speaks only that version gives up, although both speak it.

## Example
Asked for 2025-06-18 the server answers 2025-11-25; asked for anything else it offers 2025-06-18.

## What to do
Answer with the version of the request wherever it is one of those served.

## When it is wrong
Only versions that were asked for are seen; `--matrix` asks for all.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let handshakes = cx.contract.surfaces.iter().filter(|surface| surface.is_handshake());
    let established: Vec<&Surface> = handshakes.filter(|surface| surface.is_established()).collect();
    for surface in &established {
        let (asked, got) = (surface.asked(), surface.version());
        if got != asked && established.iter().any(|other| other.version() == asked) {
            sink.found(
                About::server(),
                format!(
                    "{asked} is served, and asked for it the server answers {}",
                    beginning(&got)
                ),
            )
            .frames(surface.hello_frame);
        }
    }
    if established.is_empty() {
        sink.skip_nothing(About::server(), "the server agreed on no version with handshake");
    }
}
