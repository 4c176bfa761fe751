//! Pairing the branches of `anyOf`, `oneOf`, `allOf` and the positions of tuples.

use super::Pair;
use super::edit::Edit;
use super::rows::{How, id};
use crate::value::{ValueId, Values};

/// Pairs branches that are equal, then branches that resemble each other; what is left came or went.
pub(super) fn branches(
    values: &Values,
    pair: &Pair,
    keyword: &str,
    a: ValueId,
    b: ValueId,
    found: &mut Vec<Edit>,
    next: &mut Vec<Pair>,
) {
    let (old, new) = (values.items(a).unwrap_or_default(), values.items(b).unwrap_or_default());
    let positional = matches!(keyword, "prefixItems" | "items");
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
    for (i, &before) in old.iter().enumerate() {
        match partner[i] {
            Some(j) => next.push(pair.below(before, new[j], &[keyword, &i.to_string()], &[keyword, &j.to_string()])),
            None => found.push(pair.edit(
                id(keyword, How::Removed),
                &[keyword, &i.to_string()],
                Some(before),
                None,
            )),
        }
    }
    for (j, &after) in new.iter().enumerate() {
        if !taken[j] {
            let mut edit = pair.edit(id(keyword, How::Added), &[keyword, &j.to_string()], None, Some(after));
            // In the old schema the branch would stand behind the others.
            if let Some(last) = edit.old_path.last_mut() {
                *last = old.len().to_string();
            }
            found.push(edit);
        }
    }
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
