//! `compliance/limit-reached`: the server stays within what a client can take.

use std::collections::BTreeMap;

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::EventKind;

use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/limit-reached",
    title: "no bound of the capture is reached",
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
A server that said more than the capture takes: a line, a response, stderr or the whole traffic passed its bound, and what
came after was left out; or one that sends its client on, asks or breaks off without an end.
Waits of ours that went by, and other tries that came to nothing, are notes: nothing was left out.

## Why it matters
Clients have bounds as well, or no memory left. What was left out was not judged either.

## Example
`stderr_bytes_max` reached: the server logs megabytes for each start.

## What to do
Say less: page long lists, leave base64 out of definitions, log less. Where the size is right, raise the bound under `limits:`.

## When it is wrong
A server that is meant to send that much.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut reached: BTreeMap<(&str, u64), usize> = BTreeMap::new();
    for (_, event) in cx.contract.connections.iter().flat_map(|connection| &connection.events) {
        if let EventKind::LimitReached { limit, value } = event {
            *reached.entry((limit, *value)).or_default() += 1;
        }
    }
    // A server that never spoke did not stay within any bound.
    if reached.is_empty() && cx.surface.is_none() {
        sink.skip(About::server(), cx.why_no_contract());
    }
    for ((limit, value), n) in reached {
        let times = if n > 1 { format!(" ({n} times)") } else { String::new() };
        let bound = format!("the bound {limit} of {value} was reached{times}");
        match wait(limit) {
            Some(what) => sink
                .found(About::server(), format!("{what}: {bound}"))
                .level(Level::Note),
            None => sink.found(About::server(), bound),
        };
    }
}

/// What went on where a bound is on our own patience.
fn wait(limit: &str) -> Option<&'static str> {
    Some(match limit {
        "retries_max" => "the server was busy or could not be reached each time",
        "retry_wait_ms_max" => "the server asks for a longer wait before another try",
        "stdin_closed_ms" => "the process ran on after its stdin was closed",
        "terminated_ms" => "the process ran on after SIGTERM",
        "forced_ms" => "the process ran on when the run had to end",
        "eof_ms" => "process and output did not end together",
        "late_ms" => "a canceled request got no late answer, as it should",
        "drain_ms" => "an event stream stayed open after its answer",
        "delete_ms" => "the end of the session was not answered",
        "endpoint_ms" => "the older HTTP transport named no endpoint",
        "head_ms" => "an HTTP request without a message was not answered",
        _ => return None,
    })
}
