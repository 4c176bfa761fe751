//! `compliance/mod-initialize-hint`: a server without handshake says which versions it serves.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Exchange, Surface, probe};
use crate::protocol::MODERN;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-initialize-hint",
    title: "the error to initialize names the versions served",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Versioning, Backward compatibility"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that refuses `initialize` and does not name a version that it serves, neither in the message nor in `data`.

## Why it matters
Older clients show the message to people. One that names the version tells them what to update.

## Example
```json
{\"error\": {\"code\": -32601, \"message\": \"Method not found\"}}
```

## What to do
Answer `initialize` with -32022 and the versions in `data.supported`, or name them in the message.

## When it is wrong
A gateway in front of the server may answer for it.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut handshakes = cx.contract.surfaces.iter().filter(|surface| surface.is_handshake());
    let hello = handshakes
        .clone()
        .find_map(|surface| cx.contract.connection(surface).probe(probe::INITIALIZE));
    let Some(error) = hello
        .and_then(Exchange::error)
        .filter(|_| !handshakes.any(Surface::is_established))
    else {
        return sink.skip_nothing(About::server(), "initialize was not refused");
    };
    let text = error.raw();
    if !MODERN.iter().any(|version| text.contains(version)) {
        sink.found(
            About::server(),
            "initialize is refused without a word about the version that is served",
        )
        .frames(hello.into_iter().flat_map(Exchange::frames));
    }
}
