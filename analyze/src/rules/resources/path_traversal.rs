//! `resources/path-traversal`: files outside the folder that is served stay closed.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "resources/path-traversal",
    title: "paths with .. do not leave the served folder",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Resources, Security considerations"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
With `probes.malformed`: a server that lists files (`file://`) and reads one whose path leads out of their folder by `..`.

## Why it matters
Whoever can name a resource can read every file that the server can: keys, tokens, the data of others.

## Example
`file:///srv/notes/../../etc/os-release` is read.

## What to do
Resolve the path, symbolic links included, and compare its beginning with the folder that is served.

## When it is wrong
A server that is meant to serve the whole file system says so by its root.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.thrown_away(probe::TRAVERSAL) else {
        return cx.not_thrown_away(sink, "no file is listed as a resource");
    };
    let contents = exchange.result().and_then(|result| result.get("contents"));
    if contents.is_some_and(|contents| contents.n_children() > 0) {
        sink.found(
            About::server(),
            "a file outside the served folder is read by a path with ..",
        )
        .frames(exchange.frames());
    }
}
