//! `compliance/rpc-parse-error`: a line that is no JSON gets a parse error, or nothing.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-parse-error",
    title: "lines that are no JSON get error -32700",
    severity: Severity::Error,
    level: Level::Fail,
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
With `probes.malformed`: a line that is no JSON, answered with something else than error -32700. Over HTTP, where each request has a
response, silence counts as well; over stdio it does not.

## Why it matters
Whoever debugs a client sees at once that its message was broken, and not the server.

## Example
```json
{\"id\": null, \"error\": {\"code\": -32603, \"message\": \"internal error\"}}
```

## What to do
Answer with -32700 and the id null, over HTTP with status 400.

## When it is wrong
It sends what no client may send, so it is asked only on request, on a connection of its own.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some((connection, line)) = cx.malformed(probe::NOT_JSON) else {
        return cx.not_malformed(sink);
    };
    let code = line.error_code();
    let message = match (&line.response, code) {
        (Some(_), Some(-32700)) => return,
        (Some(_), Some(code)) => format!("a line that is no JSON is answered with error {code}, not -32700"),
        (Some(_), None) => "a line that is no JSON is answered with a result".to_owned(),
        (None, _) if connection.http && line.is_survived() => "a body that is no JSON is not answered".to_owned(),
        (None, _) => return,
    };
    sink.found(About::server(), message).frames(line.frames());
}
