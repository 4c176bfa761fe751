//! `compliance/stdio-exit`: the server ends when its stdin does.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::EventKind;

use crate::contract::Connection;
use crate::rules::http_reply::is_over_stdio;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/stdio-exit",
    title: "the server ends when its stdin does",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Lifecycle, Shutdown"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that had to be ended: it did not exit within five seconds after its stdin was closed, or within two seconds after SIGTERM.

## Why it matters
Clients close stdin and go. A server that stays keeps its memory and its ports, one more for each session.

## Example
The process runs on and is ended by SIGKILL.

## What to do
Leave the read loop at the end of stdin, and end timers, watchers and connections.

## When it is wrong
A machine under load may take longer; the bounds can be set (`limits: { stdin_closed_ms: 10000 }`).
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_stdio(cx, sink) {
        return;
    }
    let is_whole = |connection: &&Connection| {
        let capture = cx.contract.captures.get(connection.snapshot as usize);
        capture.is_some_and(|capture| capture.complete) && !connection.is_throw_away()
    };
    let killed = cx.contract.connections.iter().filter(is_whole).flat_map(|connection| {
        // What is ended after the server has exited is what it left behind (`compliance/stdio-orphans`).
        let is_exit = |event: &EventKind| matches!(event, EventKind::Exited { .. });
        let events = connection.events.iter().take_while(|(_, event)| !is_exit(event));
        let hows = events.filter_map(|(_, event)| match event {
            EventKind::Killed { how } => Some(how.as_str()),
            _ => None,
        });
        hows.last()
    });
    // The hardest way first; each connection ends the same.
    match killed.max_by_key(|how| *how == "kill") {
        Some("kill") => sink.found(About::server(), "the server does not end at SIGTERM, and was killed"),
        Some(_) => sink.found(
            About::server(),
            "the server does not end when its stdin does, and was terminated",
        ),
        None => return,
    };
}
