//! `compliance/life-negotiated-respect`: the server keeps to the version that was agreed on.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::protocol::{check_shape, is_published, sent_by_server};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/life-negotiated-respect",
    title: "no messages from other versions",
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
A request or notification that another version of the protocol has, and the one that was agreed on has not. Before 2025-06-18 it
is a warning.

## Why it matters
A client of that version has no handler for it: requests are refused, notifications are lost.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"elicitation/create\", \"params\": {}}
```

## What to do
Ask the session for its version before using what is new.

## When it is wrong
Methods that no version has are not looked at; extensions may send them.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for surface in cx.contract.surfaces.iter().filter(|surface| surface.is_established()) {
        let version = surface.version();
        let level = if version.as_str() < "2025-06-18" {
            Level::Warn
        } else {
            Level::Fail
        };
        let sent = cx.contract.connection(surface).from_server().filter_map(|message| {
            let method = message.method()?;
            let shape = sent_by_server(&method).filter(|_| is_published(&version))?;
            let unknown = check_shape(&version, shape, message.json.value()).is_none();
            unknown.then(|| (level, format!("{method} does not exist in {version}"), message.frame))
        });
        said::about_server(sink, sent);
    }
}
