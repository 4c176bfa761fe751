//! `compliance/life-request-before-init`: requests before `initialize` are refused.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::Outcome;

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/life-request-before-init",
    title: "requests before initialize are refused",
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
With `probes.malformed`: `tools/list` as the first message that is served. A server that ends is a warning.

## Why it matters
What a server shows may depend on the capabilities of the client, which it does not know yet.

## Example
```json
{\"id\": 1001, \"result\": {\"tools\": []}}
```

## What to do
Answer with an error until the handshake is over. The SDKs differ here.

## When it is wrong
The specification forbids it to clients only, so it is a note.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.thrown_away(probe::LIST_EARLY) else {
        return cx.not_malformed(sink);
    };
    let (level, message) = match (exchange.result(), &exchange.outcome) {
        (Some(_), _) => (Level::Note, "tools/list is served before initialize"),
        (None, Some(Outcome::Closed)) => (
            Level::Warn,
            "the server ends when it is asked for tools before initialize",
        ),
        _ => return,
    };
    sink.found(About::server(), message)
        .level(level)
        .frames(exchange.frames());
}
