//! `drift/all-tools-removed`: the server has no tools at all any more.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/all-tools-removed",
    title: "the server still has tools",
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
The server has no tools at all any more: its list is empty, it does not declare tools, or it answers `tools/list` with an
error.

## Why it matters
A server that lost its tools is broken or was emptied; hundreds of single removals would bury that.

## Example
Before: 3 tools
Now: none

## What to do
Look at the server first: a failed start, a missing credential or a wrong flag empties the list. If the tools are really
gone, `mcpward baseline`.

## When it is wrong
A server that registers tools late may be empty at the first look; two listings and a second start are asked before this
is said.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::AllToolsRemoved);
}
