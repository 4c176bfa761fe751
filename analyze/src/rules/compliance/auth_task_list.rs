//! `compliance/auth-task-list`: a list of tasks is for those whom the server can tell apart.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::Surface;
use crate::rules::http_reply::{is_local, is_over_http};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/auth-task-list",
    title: "tasks are only listed for those whom the server can tell apart",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Tasks, Task Isolation and Access Control"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server over HTTP that declares `tasks.list` and served a capture without any header of its own, so without credentials. On this
machine it is a note.

## Why it matters
Who is not told apart sees the tasks of everybody, and what came of them.

## Example
```json
{ \"capabilities\": { \"tasks\": { \"list\": {} } } }
```

## What to do
Demand a token, and list only tasks of its account; or do not declare `tasks.list`.

## When it is wrong
A server that keeps the tasks of each session apart needs no account; a client certificate is not seen in the snapshot.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_http(cx, sink) {
        return;
    }
    let is_listing = |surface: &&Surface| surface.hello_at("/capabilities/tasks/list").is_some();
    if !cx.contract.surfaces.iter().any(|surface| is_listing(&surface)) {
        return sink.skip_nothing(About::server(), "the server does not list tasks");
    }
    match over_http::endpoint(cx) {
        Some((_, [])) => {}
        _ => return sink.skip_nothing(About::server(), "the capture sends headers, which may be credentials"),
    }
    let level = match is_local(cx) {
        true => Level::Note,
        false => Level::Warn,
    };
    let message = "tasks.list is declared, and whoever asks is served without credentials";
    sink.found(About::server(), message).level(level);
}
