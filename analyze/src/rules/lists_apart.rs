//! What two listings of one kind do not have in common, in words: neither the order of entries counts nor that of members.

use std::collections::BTreeMap;

use crate::contract::{Item, beginning};

/// Names that are said.
const NAMES_MAX: usize = 3;

/// What the other list has more, less and otherwise; `None` where they are the same but for their order.
pub(crate) fn differences(mine: &[Item], theirs: &[Item]) -> Option<String> {
    if are_written_alike(mine, theirs) {
        return None;
    }
    let (mine, theirs) = (by_name(mine), by_name(theirs));
    let only = |these: &BTreeMap<&str, &Item>, those: &BTreeMap<&str, &Item>| -> Vec<String> {
        let lacking = these.keys().filter(|name| !those.contains_key(*name));
        lacking.map(|name| beginning(name)).collect()
    };
    let changed = mine
        .iter()
        .filter(|(name, item)| theirs.get(*name).is_some_and(|other| !are_same(item, other)));
    let parts = [
        ("without", only(&mine, &theirs)),
        ("with", only(&theirs, &mine)),
        (
            "with another definition of",
            changed.map(|(name, _)| beginning(name)).collect(),
        ),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(word, names)| format!("{word} {}", listed(&names)))
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn by_name(items: &[Item]) -> BTreeMap<&str, &Item> {
    items.iter().map(|item| (item.name.raw(), item)).collect()
}

/// Most servers list the same text again.
fn are_written_alike(mine: &[Item], theirs: &[Item]) -> bool {
    let mut pairs = mine.iter().zip(theirs);
    mine.len() == theirs.len() && pairs.all(|(mine, theirs)| mine.value().raw() == theirs.value().raw())
}

fn are_same(mine: &Item, theirs: &Item) -> bool {
    let (mine, theirs) = (mine.value(), theirs.value());
    mine.raw() == theirs.raw() || mcpward_json::canonical(mine) == mcpward_json::canonical(theirs)
}

fn listed(names: &[String]) -> String {
    let shown = names.iter().take(NAMES_MAX).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMES_MAX) {
        0 => shown,
        n => format!("{shown} and {n} more"),
    }
}
