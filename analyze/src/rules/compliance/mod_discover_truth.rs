//! `compliance/mod-discover-truth`: the versions that `server/discover` lists are served.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-discover-truth",
    title: "the versions listed by server/discover are served",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Versioning, Discovery"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A version with handshake that `server/discover` lists and that `initialize` does not get.

## Why it matters
A client that knows only older versions chooses one of the list, and fails.

## Example
```json
{\"supportedVersions\": [\"2025-11-25\", \"2026-07-28\"]}
```
while `initialize` with 2025-11-25 is refused.

## What to do
List what is served. Older versions need not be listed to be served.

## When it is wrong
Only versions that were asked for count; `--matrix` asks for all.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(modern) = cx.modern() else { return };
    let versions = modern.hello_at("/supportedVersions");
    let listed = |version: &str| versions.is_some_and(|all| all.items().any(|item| item.is_text(version)));
    let mut n_asked = 0;
    for surface in cx.contract.surfaces.iter().filter(|surface| surface.is_handshake()) {
        let asked = surface.asked();
        let hello = cx.contract.connection(surface).probe(probe::INITIALIZE);
        let Some(hello) = hello.filter(|hello| listed(asked) && hello.response.is_some()) else {
            continue;
        };
        n_asked += 1;
        if surface.version() != asked {
            let message = format!("server/discover lists {asked}, and initialize with {asked} does not get it");
            sink.found(About::server(), message)
                .frames(modern.hello_frame.into_iter().chain(hello.frames()));
        }
    }
    if n_asked == 0 {
        sink.skip_nothing(About::server(), "no version with handshake is listed and was asked for");
    }
}
