//! `policy/sandbox-missing`: the server ran as confined as the configuration asks.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::EventKind;

use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "policy/sandbox-missing",
    title: "the sandbox is there",
    severity: Severity::Warning,
    level: Level::Warn,
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
A server that ran less confined than `sandbox:` asks, because the system could not do it.

## Why it matters
Who confines a server does not trust it. It had the network, or could write, while it was tested.

## Example
```yaml
sandbox: { network: off, fs: read-only }
```
in a container whose rules forbid new namespaces, on a kernel without landlock, or on another system than Linux.

## What to do
Run where the kernel allows it: Linux 5.13 or newer for `fs`, user namespaces for `network` (or Linux 6.7, for TCP only).
Or take the entry out, and run mcpward in a container without network.

## When it is wrong
The finding quotes what the kernel said when mcpward tried; it looks no further.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let sandbox = &cx.config().sandbox;
    let parts = [("network", sandbox.network.is_some()), ("fs", sandbox.fs.is_some())];
    let asked: Vec<&str> = parts
        .iter()
        .filter(|(_, is_asked)| *is_asked)
        .map(|(part, _)| *part)
        .collect();
    if asked.is_empty() {
        sink.not_asked();
        return;
    }
    let connections = &cx.contract.connections;
    if !connections.is_empty() && connections.iter().all(|connection| connection.http) {
        sink.skip(
            About::server(),
            "a server reached by HTTP runs elsewhere and can't be confined",
        );
        return;
    }
    for part in asked {
        let mut events = connections.iter().flat_map(|connection| &connection.events);
        let found = events.find_map(|(_, event)| match event {
            EventKind::Sandbox { part: own, by, reason } if own == part => Some((by, reason)),
            _ => None,
        });
        match found {
            None => sink.skip(
                About::server(),
                format!("the snapshot was recorded without `sandbox.{part}`"),
            ),
            Some((_, None)) => {}
            Some((by, Some(reason))) => {
                let how = if by.is_some() {
                    "less confined than"
                } else {
                    "not confined as"
                };
                let message = format!("the server ran {how} `sandbox.{part}` asks: {reason}");
                sink.found(About::server(), message);
            }
        }
    }
}
