//! `compliance/cache-scope-pages`: all pages of a list have the same cache scope.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::Page;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/cache-scope-pages",
    title: "the pages of a list share one cache scope",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Caching"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Two pages of one listing with different `cacheScope`.

## Why it matters
A shared cache that keeps one page of a private list shows it to others.

## Example
Page 1 is `public`, page 2 `private`.

## What to do
Decide the scope for the list, not for the page.

## When it is wrong
A list that changes its scope between two pages is only seen as it was at that moment; a second capture tells.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.modern() else { return };
    let mut n_compared = 0;
    for list in &surface.lists {
        for pass in list.passes.iter().filter(|pass| pass.pages.len() > 1) {
            n_compared += 1;
            let scope = |page: &Page| {
                page.result
                    .value()
                    .get("cacheScope")
                    .map(|scope| scope.raw().to_owned())
            };
            let other = pass.pages.windows(2).find(|pair| scope(&pair[0]) != scope(&pair[1]));
            if let Some(pair) = other {
                sink.found(
                    About::server(),
                    format!("pages of {} have different cache scopes", list.kind.method()),
                )
                .frames(pair.iter().map(|page| page.frame));
                break;
            }
        }
    }
    if n_compared == 0 {
        sink.skip_nothing(About::server(), "no list has several pages");
    }
}
