//! `drift/not-compared`: something that is pinned and was not seen.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Remark;
use crate::rules::drift_report::ready;
use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/not-compared",
    title: "all that is pinned could be compared",
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
The lock file pins a list that the server declares and did not give: the request timed out, broke off, or, for prompts and
resources, failed. Tools that are answered with an error are gone for clients: that is `drift/all-tools-removed`.

## Why it matters
A list that is not there is not a list without changes.

## Example
tools/list was not answered in time

## What to do
See why the request fails: `mcpward run` shows it under `schema/list-tools`.

## When it is wrong
A server that depends on the network may be down for a moment: run again.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(compared) = ready(cx, sink) else { return };
    for remark in &compared.drift.remarks {
        if let Remark::NotHeld { section, is_new: true } = remark {
            let message = format!("{section} are pinned and could not be compared: the server gave no list");
            let found = sink.found(About::server(), message);
            if *section != "tools" {
                found.level(Level::Warn);
            }
        }
    }
}
