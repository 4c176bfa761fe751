//! `schema/list-order`: two listings have one order.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, PassEnd};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/list-order",
    title: "the order of tools is stable",
    severity: Severity::Warning,
    level: Level::Note,
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
Two listings of the same tools in another order.

## Why it matters
Clients put the list at the head of every request; a new order defeats the prompt cache, which is most of the price of a request.

## Example
A server that keeps its tools in a hash map and lists a, b, c and then c, a, b.

## What to do
Sort by name, or list in the order of registration.

## When it is wrong
Before 2026-07-28 the specification says nothing about order; then it is a hint only.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    let whole: Vec<_> = surface
        .list(ListKind::Tools)
        .passes
        .iter()
        .filter(|pass| pass.end == PassEnd::Whole)
        .collect();
    let [first, .., last] = whole.as_slice() else {
        sink.skip_nothing(About::server(), "the tools were listed once");
        return;
    };
    let names = |items: &[crate::contract::Item]| -> Vec<String> {
        items.iter().map(|item| item.name.raw().to_owned()).collect()
    };
    let (before, after) = (names(&first.items), names(&last.items));
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    if before == after || sorted(before.clone()) != sorted(after.clone()) {
        return;
    }
    let n_moved = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    let message = format!(
        "two listings have the same tools in another order; {n_moved} of {} moved",
        before.len()
    );
    let found = sink.found(About::server(), message);
    found.frames(first.pages.iter().chain(&last.pages).map(|page| page.frame));
    if surface.version().as_str() >= "2026-07-28" {
        found.level(Level::Warn);
    }
}
