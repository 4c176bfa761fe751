//! `compliance/rpc-null-id`: a request whose id is null is not served as any other.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-null-id",
    title: "requests with the id null are not served",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Base protocol, Requests"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
With `probes.malformed`: a request with the id null that gets a result.

## Why it matters
The specification forbids such ids, since the answer can't be told from that to a message which could not be read.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": null, \"result\": {}}
```

## What to do
Answer with -32600, or not at all.

## When it is wrong
JSON-RPC itself allows the id, though it advises against it.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some((_, line)) = cx.malformed(probe::NULL_ID) else {
        return cx.not_malformed(sink);
    };
    if line.response.is_some() && line.error_code().is_none() {
        sink.found(About::server(), "a request with the id null is served")
            .frames(line.frames());
    }
}
