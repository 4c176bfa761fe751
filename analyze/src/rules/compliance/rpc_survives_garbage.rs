//! `compliance/rpc-survives-garbage`: a server lives on after lines that are no messages.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::Outcome;

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-survives-garbage",
    title: "the server lives on after malformed lines",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("JSON-RPC 2.0, section 5.1"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
With `probes.malformed`: a server that ends, or answers nothing more, after a line that is no JSON, has bytes that are no UTF-8, is
empty, ends with a carriage return, or is no proper request.

## Why it matters
One broken message of one client takes a shared server from all others.

## Example
The process exits with code 1 after `{bad`.

## What to do
Catch what reading a message throws, log it, and read the next line.

## When it is wrong
Ending the connection is a defense as well; over stdio it ends the server.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let connections = cx
        .contract
        .connections
        .iter()
        .filter(|connection| connection.scenario.starts_with(probe::MALFORMED));
    let mut n_sent = 0;
    for line in connections.flat_map(|connection| &connection.malformed) {
        n_sent += 1;
        if !line.is_survived() {
            let what = match line.outcome {
                Some(Outcome::Closed) => "ends",
                _ => "answers nothing more",
            };
            sink.found(
                About::server(),
                format!("the server {what} after a malformed line ({})", line.probe),
            )
            .frames(line.frames());
        }
    }
    if n_sent == 0 {
        cx.not_malformed(sink);
    }
}
