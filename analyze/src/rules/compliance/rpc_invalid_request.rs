//! `compliance/rpc-invalid-request`: a request that is none gets error -32600, or nothing.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-invalid-request",
    title: "requests without a method get error -32600",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("JSON-RPC 2.0, section 5.1"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
With `probes.malformed`: a request without a method, or of JSON-RPC 1.0, that is answered with a result or with another error than
-32600. Over stdio silence does not count.

## Why it matters
A server that guesses what a broken request means may do what nobody asked for.

## Example
```json
{\"id\": \"raw-2\", \"result\": {}}
```

## What to do
Check `jsonrpc` and `method` before anything else, and answer with -32600.

## When it is wrong
It sends what no client may send, so it is asked only on request, on a connection of its own.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut n_sent = 0;
    for (name, what) in [
        (probe::NO_METHOD, "a request without a method"),
        (probe::OLD_JSONRPC, "a request of JSON-RPC 1.0"),
    ] {
        let Some((_, line)) = cx.malformed(name) else { continue };
        n_sent += 1;
        let message = match (&line.response, line.error_code()) {
            (None, _) | (_, Some(-32600)) => continue,
            (_, Some(code)) => format!("{what} is answered with error {code}, not -32600"),
            (_, None) => format!("{what} is served"),
        };
        sink.found(About::server(), message).frames(line.frames());
    }
    if n_sent == 0 {
        cx.not_malformed(sink);
    }
}
