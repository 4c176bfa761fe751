//! `security/sampling-reach`: no sampling reaches for the context of other servers.

use mcpward_schemas::report::{Severity, SubjectKind};

use super::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "security/sampling-reach",
    title: "no sampling reaches for the context of other servers",
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
A `sampling/createMessage` with `includeContext: allServers`.

## Why it matters
The model then answers with what other servers said in this conversation, and this server reads the answer.

## Example
```json
{\"method\": \"sampling/createMessage\", \"params\": {\"includeContext\": \"allServers\", \"maxTokens\": 100, \"messages\": []}}
```

## What to do
Put what the model has to know into the messages, or ask for `thisServer`.

## When it is wrong
Where a client that runs this server alone is the only one meant.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}
