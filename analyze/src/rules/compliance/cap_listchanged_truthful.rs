//! `compliance/cap-listchanged-truthful`: changes are announced only where that is declared.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_json::Value;

use crate::contract::ListKind;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/cap-listchanged-truthful",
    title: "list_changed is sent only where it is declared",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Tools, Capabilities"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A notification `list_changed` from a server whose capability does not say `listChanged: true`.

## Why it matters
Clients that trust the declaration do not listen, and go on with the old list.

## Example
```json
{\"capabilities\": {\"tools\": {}}}
```

## What to do
Declare `{\"tools\": {\"listChanged\": true}}`, or do not send the notification.

## When it is wrong
It only sees what was sent during the capture.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for surface in cx.contract.surfaces.iter().filter(|surface| surface.is_established()) {
        let connection = cx.contract.connection(surface);
        for kind in [ListKind::Tools, ListKind::Prompts, ListKind::Resources] {
            let pointer = format!("/capabilities/{}/listChanged", kind.capability());
            let declared = surface.hello_at(&pointer).and_then(Value::as_bool) == Some(true);
            let Some(message) = connection.notifications(kind.changed()).next().filter(|_| !declared) else {
                continue;
            };
            sink.found(
                About::server(),
                format!("{} is sent, and listChanged is not declared", kind.changed()),
            )
            .at(pointer)
            .frames([message.frame]);
        }
    }
}
