//! `security/elicitation-secret`: no secret is asked of the user in a form.

use mcpward_schemas::report::{Severity, SubjectKind};

use super::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "security/elicitation-secret",
    title: "no secret is asked of the user in a form",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An elicitation whose form or message asks for a password, key, PIN or recovery phrase, or that sends the user to a page without
encryption, or to what is no page.

## Why it matters
The specification forbids it: what is typed into a form passes through the client and the model, and may be logged by both.

## Example
```json
{\"method\": \"elicitation/create\", \"params\": {\"requestedSchema\": {\"properties\": {\"password\": {\"type\": \"string\"}}}}}
```

## What to do
Send the user to a page of the server over https (`mode: url`), or take the secret from the environment.

## When it is wrong
Where a name only sounds like a secret, such as a `password_hint`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}
