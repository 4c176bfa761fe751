//! `compliance/log-secrets`: log messages hold no secrets.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::REDACTION_MARK_START;

use crate::contract::beginning;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/log-secrets",
    title: "log messages hold no secrets",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Logging, Security"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `notifications/message` that holds a secret of the configuration, or a text with the shape of a key or token. Snapshots hold marks
instead of them, and it is the marks that are found.

## Why it matters
Clients show and keep log messages, and some give them to the model. The specification forbids credentials in them.

## Example
```json
{\"method\": \"notifications/message\", \"params\": {\"level\": \"debug\", \"data\": \"key ghp_0123…\"}}
```

## What to do
Log the name of a key, or its last letters. Leave headers and the environment out of what is logged.

## When it is wrong
A value of the configuration that is no secret, such as a folder, is masked like one where it stands in a variable.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let connections = cx.contract.connections.iter();
    let logged = connections.flat_map(|connection| connection.notifications("notifications/message"));
    let secrets = logged.filter_map(|message| {
        let text = message.params()?.raw();
        let (_, name) = text.split_once(REDACTION_MARK_START)?;
        let name = name.split([']', '#']).next().unwrap_or_default();
        let message_text = format!("a log message holds a secret: {}", beginning(name));
        Some((Level::Warn, message_text, message.frame))
    });
    said::about_server(sink, secrets);
}
