//! Pairing the branches of `anyOf`, `oneOf`, `allOf` and the positions of tuples.

use std::collections::BTreeSet;

use super::rows::{How, id};
use super::{Pair, Walk, is_closed};
use crate::value::{ValueId, Values};

impl Walk<'_> {
    /// Pairs branches that are equal, then branches that resemble each other; what is left came or went.
    pub(super) fn branches(&mut self, pair: &Pair, keyword: &str, a: ValueId, b: ValueId) {
        let (old, new) = (
            self.values.items(a).unwrap_or_default(),
            self.values.items(b).unwrap_or_default(),
        );
        let positional = matches!(keyword, "prefixItems" | "items");
        let (partner, taken) = partners(self.values, &old, &new, positional);
        let barred = if positional {
            Vec::new()
        } else {
            self.closed_around(pair)
        };
        for (i, &before) in old.iter().enumerate() {
            let at = i.to_string();
            match partner[i] {
                Some(j) => {
                    let mut below = pair.below(before, new[j], &[keyword, &at], &[keyword, &j.to_string()]);
                    below.barred = barred.iter().copied().filter(|&closed| closed != new[j]).collect();
                    self.next.push(below);
                }
                None => {
                    let id = self.branch_id(keyword, How::Removed, before, &old);
                    self.found.push(pair.edit(id, &[keyword, &at], Some(before), None));
                }
            }
        }
        for (j, &after) in new.iter().enumerate() {
            if taken[j] {
                continue;
            }
            let id = self.branch_id(keyword, How::Added, after, &new);
            let mut edit = pair.edit(id, &[keyword, &j.to_string()], None, Some(after));
            // In the old schema the branch would stand behind the others.
            edit.old_path = [pair.old_path.as_slice(), &[keyword.to_owned(), old.len().to_string()]].concat();
            edit.steps = vec![(edit.old_path.clone(), Some(after))];
            self.found.push(edit);
        }
    }

    /// The closed schemas that apply to the same instance as the branches of the new schema.
    fn closed_around(&self, pair: &Pair) -> Vec<ValueId> {
        let mut closed = pair.barred.clone();
        closed.extend(is_closed(self.values, pair.new).then_some(pair.new));
        closed.extend(self.closed_branches(pair.new));
        closed
    }

    fn branch_id(&self, keyword: &str, how: How, branch: ValueId, all: &[ValueId]) -> &'static str {
        let says_nothing =
            branch == Values::TRUE || self.values.members(branch).is_some_and(|members| members.is_empty());
        match (keyword, how) {
            ("prefixItems" | "items", _) if says_nothing => "prefixItems.length_not_required",
            ("prefixItems" | "items", How::Added) => "prefixItems.position_added",
            ("prefixItems" | "items", _) => "prefixItems.position_removed",
            ("anyOf" | "oneOf", How::Added) if share_a_tag(self.values, all) => "discriminator.variant_added",
            ("anyOf" | "oneOf", How::Removed) if share_a_tag(self.values, all) => "discriminator.variant_removed",
            ("anyOf" | "oneOf" | "allOf", How::Added) => branch_added(keyword),
            ("anyOf" | "oneOf" | "allOf", How::Removed) => branch_removed(keyword),
            _ => id(keyword, how),
        }
    }
}

fn branch_added(keyword: &str) -> &'static str {
    match keyword {
        "anyOf" => "anyOf.branch_added",
        "oneOf" => "oneOf.branch_added",
        _ => "allOf.branch_added",
    }
}

fn branch_removed(keyword: &str) -> &'static str {
    match keyword {
        "anyOf" => "anyOf.branch_removed",
        "oneOf" => "oneOf.branch_removed",
        _ => "allOf.branch_removed",
    }
}

/// Whether all branches are objects that one required property with a constant tells apart.
fn share_a_tag(values: &Values, branches: &[ValueId]) -> bool {
    let tags = |branch: ValueId| -> BTreeSet<ValueId> {
        let map = values
            .field(branch, "properties")
            .and_then(|map| values.members(map))
            .unwrap_or_default();
        let required = values
            .field(branch, "required")
            .and_then(|list| values.items(list))
            .unwrap_or_default();
        let is_constant = |property: ValueId| {
            let lone = values.field(property, "enum").and_then(|list| values.items(list));
            values.field(property, "const").is_some() || lone.is_some_and(|list| list.len() == 1)
        };
        let tagged = map
            .iter()
            .filter(|&&(name, property)| required.contains(&name) && is_constant(property));
        tagged.map(|&(name, _)| name).collect()
    };
    let mut all = branches.iter().map(|&branch| tags(branch));
    let Some(first) = all.next() else { return false };
    branches.len() > 1
        && !all
            .fold(first, |known, tags| known.intersection(&tags).copied().collect())
            .is_empty()
}

/// For each old branch its new one, and which new branches are somebody's.
fn partners(values: &Values, old: &[ValueId], new: &[ValueId], positional: bool) -> (Vec<Option<usize>>, Vec<bool>) {
    let mut partner: Vec<Option<usize>> = vec![None; old.len()];
    let mut taken = vec![false; new.len()];
    for (i, before) in old.iter().enumerate() {
        let same = if positional {
            (i < new.len()).then_some(i)
        } else {
            new.iter()
                .enumerate()
                .position(|(j, after)| !taken[j] && before == after)
        };
        if let Some(j) = same {
            partner[i] = Some(j);
            taken[j] = true;
        }
    }
    if positional {
        return (partner, taken);
    }
    for (i, &before) in old.iter().enumerate() {
        if partner[i].is_some() {
            continue;
        }
        let best = (0..new.len())
            .filter(|&j| !taken[j])
            .map(|j| (likeness(values, before, new[j]), std::cmp::Reverse(j)))
            .max()
            .filter(|&(likeness, _)| likeness > 0);
        if let Some((_, std::cmp::Reverse(j))) = best {
            partner[i] = Some(j);
            taken[j] = true;
        }
    }
    (partner, taken)
}

/// How much two branches have in common; 0 for nothing.
fn likeness(values: &Values, a: ValueId, b: ValueId) -> usize {
    let (Some(x), Some(y)) = (values.members(a), values.members(b)) else {
        return 0;
    };
    let same = x.iter().filter(|member| y.contains(member)).count();
    let names = x
        .iter()
        .filter(|&&(name, _)| y.iter().any(|&(other, _)| other == name))
        .count();
    let inner = |side| {
        values
            .field(side, "properties")
            .and_then(|map| values.members(map))
            .unwrap_or_default()
    };
    let (p, q) = (inner(a), inner(b));
    let shared = p.iter().filter(|member| q.contains(member)).count();
    4 * same + names + 4 * shared
}
