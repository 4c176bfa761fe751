//! `compliance/tools-deterministic-order`: two listings have the same order.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, Pass, PassEnd};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/tools-deterministic-order",
    title: "tools are listed in the same order",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Tools, Listing tools"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Two listings of the same tools in another order. Before 2026-07-28, which asks for a stable order, it is a note.

## Why it matters
Clients put the list into the prompt of a model. With another order every time nothing of it can be cached.

## Example
The first listing begins with `search_notes`, the second with `add_note`.

## What to do
Sort the tools, or keep them in a list instead of a hash map.

## When it is wrong
Servers that sort by use or by time do it on purpose.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    let whole: Vec<_> = surface
        .list(ListKind::Tools)
        .passes
        .iter()
        .filter(|pass| pass.end == PassEnd::Whole)
        .collect();
    let [first, second, ..] = whole[..] else {
        sink.skip(About::server(), "the tools were not listed twice");
        return;
    };
    let names = |pass: &Pass| pass.items.iter().map(|item| item.name.clone()).collect::<Vec<_>>();
    let (mut a, mut b) = (names(first), names(second));
    let same_order = a == b;
    a.sort();
    b.sort();
    if !same_order && a == b {
        let level = if surface.is_handshake() {
            Level::Note
        } else {
            Level::Warn
        };
        let frames = [first, second]
            .into_iter()
            .filter_map(|pass| pass.pages.first())
            .map(|page| page.frame);
        sink.found(About::server(), "two listings give the same tools in another order")
            .level(level)
            .frames(frames);
    }
}
