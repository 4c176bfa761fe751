//! `compliance/cap-log-undeclared`: log messages are sent only where logging is declared.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/cap-log-undeclared",
    title: "log messages are sent only where logging is declared",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Logging, Capabilities"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `notifications/message` from a server that does not declare the capability `logging`.

## Why it matters
The specification asks servers that send log messages to declare it, so that clients can show and limit them.

## Example
```json
{\"jsonrpc\": \"2.0\", \"method\": \"notifications/message\", \"params\": {\"level\": \"info\", \"data\": \"started\"}}
```

## What to do
Declare `logging` and handle `logging/setLevel`, or log to stderr.

## When it is wrong
It only sees what was sent during the capture.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let surfaces = cx.contract.surfaces.iter();
    for surface in surfaces.filter(|surface| surface.is_established() && !surface.declares("logging")) {
        let connection = cx.contract.connection(surface);
        let n = connection.notifications("notifications/message").count();
        if let Some(first) = connection.notifications("notifications/message").next() {
            sink.found(
                About::server(),
                format!("{n} log messages, and logging is not declared"),
            )
            .frames([first.frame]);
        }
    }
}
