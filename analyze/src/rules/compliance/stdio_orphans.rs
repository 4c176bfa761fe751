//! `compliance/stdio-orphans`: no process of the server outlives it.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::EventKind;

use crate::rules::http_reply::is_over_stdio;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/stdio-orphans",
    title: "no process outlives the server",
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
Processes that the server had started and that were still there after it had ended. mcpward ends them.

## Why it matters
They pile up: one more browser or database for each session, until the machine is full.

## Example
A launcher such as `npx` ends, and the server that it started does not.

## What to do
End children before the server ends, or start them so that they end with their parent.

## When it is wrong
A daemon that is meant to stay, and that all sessions share.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_stdio(cx, sink) {
        return;
    }
    let events = cx.contract.connections.iter().flat_map(|connection| &connection.events);
    let survivors = events.filter_map(|(_, event)| match event {
        EventKind::Survivors { n } => Some(*n),
        _ => None,
    });
    if let Some(n) = survivors.max().filter(|n| *n > 0) {
        let word = if n == 1 { "process" } else { "processes" };
        sink.found(About::server(), format!("{n} {word} of the server outlived it"));
    }
}
