//! `compliance/mod-unsupported-version`: a version that the server does not know is refused with -32022.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, http_reply};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-unsupported-version",
    title: "unknown versions get error -32022",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::ModernProbe(probe::VERSION_UNKNOWN)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Versioning, Unsupported versions"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A request whose `_meta` names the version 1900-01-01 and that is answered with a result, with another error than -32022, or
without the versions that the server supports in `data`. A result over stdio warns, everything else fails.

## Why it matters
The error is how a client finds a version that both speak. A server that answers all the same may misread the request.

## Example
```json
{\"error\": {\"code\": -32602, \"message\": \"bad version\"}}
```

## What to do
Answer with -32022 and `data: {\"supported\": [\"2026-07-28\"], \"requested\": \"1900-01-01\"}`.

## When it is wrong
Servers built before the codes were renumbered send -32004; the finding says so, and an update of the SDK mends it. The TypeScript
SDK 2 refuses a version over HTTP, and over stdio only until a connection was asked for more than its discovery.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.modern_probe(probe::VERSION_UNKNOWN) else {
        return;
    };
    let data = |member: &str| exchange.error()?.get("data")?.get(member);
    let mut level = RULE.level;
    let message = match (&exchange.response, exchange.error_code()) {
        (None, _) => return sink.skip(About::server(), exchange.why_no_result()),
        (_, Some(-32022)) if data("supported").is_none_or(|versions| !versions.is_array()) => {
            "error -32022 does not list the supported versions in data.supported".to_owned()
        }
        (_, Some(-32022)) => return,
        (_, Some(-32004)) => {
            "version 1900-01-01 is answered with -32004, the code before publication, not -32022".to_owned()
        }
        (_, Some(code)) => format!("version 1900-01-01 is answered with error {code}, not -32022"),
        (_, None) => {
            // One version was spoken on this connection before, and a server of a published SDK holds that to be settled.
            if !http_reply::is_reached(cx) {
                level = Level::Warn;
            }
            "a request with version 1900-01-01 is served".to_owned()
        }
    };
    sink.found(About::server(), message)
        .level(level)
        .expected(-32022)
        .frames(exchange.frames());
}
