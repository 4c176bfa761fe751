//! `compliance/page-empty`: a page that is not the last has entries.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/page-empty",
    title: "pages that are not the last have entries",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Pagination"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A page of a list without entries that has a `nextCursor`, as a note: it is allowed.

## Why it matters
It costs each client a request, and some take an empty page for the end.

## Example
```json
{ \"tools\": [], \"nextCursor\": \"page-3\" }
```

## What to do
Fill pages before the answer is sent, or leave `nextCursor` out where nothing follows.

## When it is wrong
A server that filters behind its own pages can't know what is left on the next one.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    let mut n_followed = 0;
    for list in &surface.lists {
        let pages = list.passes.iter().flat_map(|pass| &pass.pages);
        let followed: Vec<_> = pages.filter(|page| page.next.is_some()).collect();
        n_followed += followed.len();
        if let Some(page) = followed.into_iter().find(|page| page.n_items == 0) {
            let message = format!("{} has an empty page that is not the last", list.kind.method());
            sink.found(About::server(), message).frames([page.frame]);
        }
    }
    if n_followed == 0 {
        sink.skip_nothing(About::server(), "no list has several pages");
    }
}
