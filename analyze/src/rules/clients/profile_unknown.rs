//! `clients/profile-unknown`: the clients that the configuration names have profiles.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/profile-unknown",
    title: "the clients named have profiles",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A name under `checks.clients` that no profile has.

## Why it matters
Nothing is judged for that client, and a report without findings would look like a pass.

## Example
```yaml
checks:
  clients: [claude-cod]
```

## What to do
`mcpward clients` lists the names. Profiles of your own go into files that `client_profiles` lists.

## When it is wrong
Never: a client without profile is a client that was not judged.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for name in &cx.chosen.unknown {
        sink.found(About::server(), format!("no client profile is called {name}"));
    }
}
