//! `compliance/list-by-client`: every client is shown the same lists.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::beginning;
use crate::rules::lists_apart::differences;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/list-by-client",
    title: "the lists do not depend on the name of the client",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Base protocol, Request metadata"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
With `--as` given twice, or `client.compare`: a list that another client is shown, on a connection on which nothing but the name of
the client differs, and that has other entries, or entries with other definitions.

## Why it matters
What was tested is not what the users of the other client get. A server that shows a check one description, and a client that acts on
it another one, is hostile.

## Example
`mcpward run --as vscode --as cursor` finds that `delete_page` is shown to cursor-vscode only.

## What to do
Decide by the capabilities that a client declares, not by its name: names are not verified, and the specification advises against it.

## When it is wrong
A server that leaves out what a known client would refuse means well. A list that changes by itself differs as well;
`compliance/page-same-count` tells.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(own) = cx.surface else { return };
    let others = cx.contract.surfaces.iter().filter(|surface| {
        let is_other = cx.contract.connection(surface).client.is_some();
        is_other && surface.is_established() && surface.version() == own.version()
    });
    let mut n_compared = 0;
    for other in others {
        n_compared += 1;
        for (mine, theirs) in own.lists.iter().zip(&other.lists) {
            let differences = match (mine.pass(), theirs.pass()) {
                (Some(_), Some(_)) => differences(mine.items(), theirs.items()),
                (Some(_), None) => Some("nothing".to_owned()),
                _ => None,
            };
            let frames = [mine, theirs].into_iter().filter_map(|list| list.pass()?.pages.first());
            if let Some(what) = differences {
                let name = beginning(&other.client.name);
                let message = format!("{name} is shown another {}: {what}", mine.kind.method());
                sink.found(About::server(), message)
                    .frames(frames.map(|page| page.frame));
            }
        }
    }
    if n_compared == 0 {
        match cx.config().client.compare.is_empty() {
            true => sink.not_asked(),
            false => sink.skip(About::server(), "no connection as another client was made"),
        }
    }
}
