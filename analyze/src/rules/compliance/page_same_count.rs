//! `compliance/page-same-count`: two listings show the same entries.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Pass, PassEnd, beginning};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/page-same-count",
    title: "two listings show the same entries",
    severity: Severity::Warning,
    level: Level::Warn,
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
Two listings, one after the other, whose entries differ, while the server announced no change.

## Why it matters
A list that changes under one's eyes can't be pinned. A server that shows one list to a check and another one to the client after
it is hostile.

## Example
The first listing has a harmless description for `search_notes`, the second one tells the model to read a key file.

## What to do
Send `list_changed` when the list changes. Keep what varies, a date or a counter, out of descriptions.

## When it is wrong
A list that follows live data may change between the two; announce it.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    let connection = cx.contract.connection(surface);
    let mut n_compared = 0;
    for list in &surface.lists {
        let whole: Vec<_> = list.passes.iter().filter(|pass| pass.end == PassEnd::Whole).collect();
        let [first, second, ..] = whole[..] else { continue };
        n_compared += 1;
        let announced = connection.notifications(list.kind.changed()).next().is_some();
        if let Some(what) = difference(first, second).filter(|_| !announced) {
            let frames = [first, second]
                .into_iter()
                .filter_map(|pass| pass.pages.first())
                .map(|page| page.frame);
            sink.found(
                About::server(),
                format!("two listings of {} differ: {what}", list.kind.method()),
            )
            .frames(frames);
        }
    }
    if n_compared == 0 {
        sink.skip_nothing(About::server(), "nothing was listed twice");
    }
}

/// What differs, by name and by content; neither the order of entries counts nor that of members.
fn difference(first: &Pass, second: &Pass) -> Option<String> {
    let entries = |pass: &Pass| {
        let mut entries: Vec<_> = pass
            .items
            .iter()
            .map(|item| (item.name.raw().to_owned(), item.json.clone()))
            .collect();
        entries.sort_by(|(name, json), (other, json_other)| {
            (name, json.value().raw()).cmp(&(other, json_other.value().raw()))
        });
        entries
    };
    let (a, b) = (entries(first), entries(second));
    if a.len() != b.len() {
        return Some(format!("{} entries, then {}", a.len(), b.len()));
    }
    let (mine, theirs) = a
        .iter()
        .zip(&b)
        .find(|(mine, theirs)| mine.0 != theirs.0 || !mine.1.value().same(theirs.1.value()))?;
    Some(match mine.0 == theirs.0 {
        true => format!("{} has another definition", beginning(&mine.0)),
        false => format!(
            "{} in the first only, {} in the second only",
            beginning(&mine.0),
            beginning(&theirs.0)
        ),
    })
}
