//! `drift/baseline-invalid`: a lock file that can not be read, or is not as it was written.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Problem;
use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/baseline-invalid",
    title: "the lock file is as it was written",
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
A lock file that is no JSON, holds conflict markers, comes from a newer release, or has a block that does not fit its
digest or the index. The block is named.

## Why it matters
What was edited by hand or damaged by a merge is not the contract that somebody trusted.

## Example
`tools \"echo\" does not fit its digest`

## What to do
Restore the file from its history, or run `mcpward baseline` and review what changes.

## When it is wrong
The digests guard against accident, not against somebody who recomputes them.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(compared) = cx.drift else {
        return sink.not_asked();
    };
    match &compared.problem {
        Some(Problem::Invalid(reason)) => {
            sink.found(About::server(), format!("{}: {reason}", compared.file));
        }
        Some(Problem::Missing) => sink.not_asked(),
        None => {}
    }
}
