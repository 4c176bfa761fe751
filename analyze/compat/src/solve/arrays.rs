//! Arrays: what elements must be by position, how many must or may satisfy a formula, and whether they differ.
//!
//! Lengths are tried upwards. An element behind every fixed position that meets no obligation can be dropped, so lengths
//! beyond the fixed positions plus the obligations need not be tried. For one length, positions choose in order which
//! obligations they meet; choices that failed with the same obligations left are not tried again.

use std::collections::BTreeSet;

use super::distinct::distinct;
use super::facts::Facts;
use super::{Answer, Solver};
use crate::formula::{F, Span};
use crate::limits::{ARRAY_BUILT_MAX, ARRAY_KINDS_MAX};
use crate::value::ValueId;
use crate::verdict::Reason;

/// Something that elements are counted for.
struct Kind {
    of: F,
    /// Which indexes may count.
    from: u64,
    to: u64,
    span: Span,
}

struct Build<'f> {
    facts: &'f Facts,
    kinds: Vec<Kind>,
    len: u64,
    /// What each position must satisfy whatever is counted.
    base: Vec<F>,
    failed: BTreeSet<(usize, Vec<u64>)>,
    note: Option<Reason>,
    /// The goals of the positions so far.
    goals: Vec<F>,
}

/// An array that satisfies the facts.
pub(super) fn decide(solver: &mut Solver<'_>, facts: &Facts) -> Answer {
    let span = facts.span();
    let mut kinds: Vec<Kind> = facts
        .contains
        .iter()
        .map(|&(of, span)| Kind {
            of,
            from: 0,
            to: u64::MAX,
            span,
        })
        .collect();
    kinds.extend(facts.some_items.iter().map(|&(from, to, of)| Kind {
        of,
        from,
        to,
        span: Span { min: 1, ..Span::ALL },
    }));
    if kinds.iter().any(|kind| kind.span.is_empty()) {
        return Answer::None;
    }
    let fixed = facts
        .items
        .iter()
        .flat_map(|&(from, to, _)| [from, to])
        .chain(kinds.iter().flat_map(|kind| [kind.from, kind.to]));
    let fixed = fixed.filter(|&at| at < u64::MAX).max().unwrap_or(0);
    let needed: u64 = kinds.iter().map(|kind| kind.span.min).fold(0, u64::saturating_add);
    let twins = if facts.unique == Some(false) { 2 } else { 0 };
    let most = span
        .min
        .max(fixed.saturating_add(needed).saturating_add(twins + 1))
        .min(span.max);
    let least = kinds
        .iter()
        .filter(|kind| kind.span.min > 0)
        .map(|kind| kind.from.saturating_add(1).max(kind.span.min));
    let least = least.fold(span.min.max(twins), u64::max);
    let mut build = Build {
        facts,
        kinds,
        len: least,
        base: Vec::new(),
        failed: BTreeSet::new(),
        note: None,
        goals: Vec::new(),
    };
    if build.kinds.len() > ARRAY_KINDS_MAX {
        return Answer::Unknown(Reason::Limit("array-kinds"));
    }
    let mut len = least;
    while len <= most {
        if len > ARRAY_BUILT_MAX {
            // Only an early position without value can still close the case.
            return if build.hopeless(solver, ARRAY_BUILT_MAX) {
                Answer::exhausted(build.note)
            } else {
                Answer::Unknown(Reason::Limit("array-built"))
            };
        }
        if build.hopeless(solver, len) {
            break;
        }
        build.len = len;
        build.failed.clear();
        build.goals.clear();
        let counts = vec![0; build.kinds.len()];
        if let Some(array) = build.position(solver, 0, counts) {
            return Answer::Some(array);
        }
        if solver.world.steps > solver.world.fuel {
            return Answer::Unknown(Reason::Fuel);
        }
        len += 1;
    }
    Answer::exhausted(build.note)
}

impl Build<'_> {
    /// Works out what positions below `len` must satisfy; true if one of them can't, so that no longer array will do.
    fn hopeless(&mut self, solver: &mut Solver<'_>, len: u64) -> bool {
        while (self.base.len() as u64) < len {
            let at = self.base.len() as u64;
            let parts = self
                .facts
                .items
                .iter()
                .filter(|&&(from, to, _)| (from..to).contains(&at))
                .map(|&(_, _, f)| f);
            let goal = solver.world.all(parts.collect());
            match solver.solve(goal) {
                Answer::Some(_) => {}
                Answer::None => return true,
                Answer::Unknown(reason) => {
                    self.note.get_or_insert(reason);
                }
            }
            self.base.push(goal);
        }
        false
    }

    fn position(&mut self, solver: &mut Solver<'_>, at: usize, counts: Vec<u64>) -> Option<ValueId> {
        if at as u64 == self.len {
            let met = self
                .kinds
                .iter()
                .zip(&counts)
                .all(|(kind, &count)| count >= kind.span.min);
            return if met { self.finish(solver) } else { None };
        }
        if self.facts.unique.is_none() && self.failed.contains(&(at, counts.clone())) {
            return None;
        }
        let left = self.len - at as u64;
        let out_of_reach = self
            .kinds
            .iter()
            .zip(&counts)
            .any(|(kind, &count)| count.saturating_add(left) < kind.span.min);
        if out_of_reach || !solver.world.charge(1) || !solver.world.descend() {
            if !out_of_reach {
                self.note.get_or_insert(Reason::Fuel);
            }
            return None;
        }
        let found = self.choices(solver, at, &counts);
        solver.world.ascend();
        if found.is_none() {
            self.failed.insert((at, counts));
        }
        found
    }

    /// Tries every set of kinds that the element at this position is counted for, the most useful first.
    fn choices(&mut self, solver: &mut Solver<'_>, at: usize, counts: &[u64]) -> Option<ValueId> {
        let mut allowed = 0_u32;
        let mut needy = 0_u32;
        for (k, kind) in self.kinds.iter().enumerate() {
            let (here, limited) = ((kind.from..kind.to).contains(&(at as u64)), kind.span.max < u64::MAX);
            // Being counted although it need not be is no help to a kind that is satisfied already.
            let useful = counts[k] < if limited { kind.span.max } else { kind.span.min };
            allowed |= u32::from(here && useful) << k;
            needy |= u32::from(counts[k] < kind.span.min) << k;
        }
        let mut sets: Vec<u32> = (0..1_u32 << self.kinds.len())
            .filter(|set| set & !allowed == 0)
            .collect();
        sets.sort_by_key(|&set| {
            (
                std::cmp::Reverse((set & needy).count_ones()),
                (set & !needy).count_ones(),
                set,
            )
        });
        for set in sets {
            if !solver.world.charge(2) {
                self.note.get_or_insert(Reason::Fuel);
                return None;
            }
            let mut parts = vec![self.base[at]];
            let mut counts = counts.to_vec();
            for (k, kind) in self.kinds.iter().enumerate() {
                let limited = kind.span.max < u64::MAX;
                if set >> k & 1 == 1 {
                    counts[k] += 1;
                    if counts[k] <= kind.span.min || !limited {
                        parts.push(kind.of);
                    }
                } else if limited && (kind.from..kind.to).contains(&(at as u64)) {
                    parts.push(kind.of.not());
                }
            }
            let goal = solver.world.all(parts);
            match solver.solve(goal) {
                Answer::Some(_) => {}
                Answer::None => continue,
                Answer::Unknown(reason) => {
                    self.note.get_or_insert(reason);
                    continue;
                }
            }
            self.goals.push(goal);
            if let Some(array) = self.position(solver, at + 1, counts) {
                return Some(array);
            }
            self.goals.pop();
        }
        None
    }

    fn finish(&mut self, solver: &mut Solver<'_>) -> Option<ValueId> {
        let goals = self.goals.clone();
        let items = match self.facts.unique {
            Some(true) => distinct(solver, &goals, &mut self.note)?,
            Some(false) => self.twins(solver, &goals)?,
            None => self.each(solver, &goals)?,
        };
        // If this array is to be avoided the search branches around it.
        Some(solver.world.values.array(items))
    }

    fn each(&mut self, solver: &mut Solver<'_>, goals: &[F]) -> Option<Vec<ValueId>> {
        goals
            .iter()
            .map(|&goal| solver.solve(goal).or_note(&mut self.note))
            .collect()
    }

    /// Elements of which two are the same.
    fn twins(&mut self, solver: &mut Solver<'_>, goals: &[F]) -> Option<Vec<ValueId>> {
        let mut tried = BTreeSet::new();
        for (b, &second) in goals.iter().enumerate() {
            for (a, &first) in goals[..b].iter().enumerate() {
                let both = solver.world.all(vec![first, second]);
                if !tried.insert(both) {
                    continue;
                }
                if let Some(value) = solver.solve(both).or_note(&mut self.note) {
                    let mut items = self.each(solver, goals)?;
                    items[a] = value;
                    items[b] = value;
                    return Some(items);
                }
            }
        }
        None
    }
}
