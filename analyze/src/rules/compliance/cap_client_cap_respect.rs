//! `compliance/cap-client-cap-respect`: the server asks only for what the client can do.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::MessageKind;
use crate::protocol::CLIENT_REQUESTS;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/cap-client-cap-respect",
    title: "the server asks only for what the client declares",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Lifecycle, Operation"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A request for roots, sampling or elicitation to a client that did not declare the capability. Before 2025-06-18 it is a warning.

## Why it matters
Such a client refuses, and a server that waits for the answer hangs or fails in the middle of a call.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"roots/list\"}
```

## What to do
Look at the capabilities in `initialize` before asking, and have another way for clients without.

## When it is wrong
The capabilities that mcpward declares are in the snapshot; by default there are none.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for surface in cx.contract.surfaces.iter().filter(|surface| surface.is_established()) {
        let connection = cx.contract.connection(surface);
        let declared = &cx.contract.captures[connection.snapshot as usize].settings.capabilities;
        let level = if surface.version().as_str() < "2025-06-18" {
            Level::Warn
        } else {
            Level::Fail
        };
        for (method, capability) in CLIENT_REQUESTS {
            let mut requests = connection.from_server().filter(|message| {
                message.kind == MessageKind::Request && message.method().is_some_and(|own| own == method)
            });
            let Some(first) = requests.next().filter(|_| declared.get(capability).is_none()) else {
                continue;
            };
            sink.found(
                About::server(),
                format!("{method} is sent to a client that does not declare {capability}"),
            )
            .level(level)
            .frames([first.frame]);
        }
    }
}
