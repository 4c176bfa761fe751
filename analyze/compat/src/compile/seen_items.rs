//! `unevaluatedItems`, without annotations; see `seen_members` for the idea. Indexes fall into ranges between the ends of
//! prefixes, and `contains` (since 2020-12) evaluates the elements that it finds.

use std::collections::BTreeSet;

use super::{Compiler, Place};
use crate::formula::F;
use crate::limits::SEEN_CONTAINS_MAX;
use crate::options::Draft;
use crate::value::ValueId;
use crate::verdict::Reason;

/// What is evaluated where the guards hold.
#[derive(Default)]
struct Seen {
    /// All indexes below the number.
    prefixes: Vec<(F, u64)>,
    /// The elements that satisfy the second formula.
    found: Vec<(F, F)>,
}

impl Compiler<'_> {
    pub(super) fn unevaluated_items(&mut self, place: Place, schema: ValueId) -> F {
        let mut seen = Seen::default();
        self.seen_items(place, F::TRUE, true, &mut seen);
        if self.world.has_endless_reference() {
            return self.world.opaque(Reason::Endless);
        }
        let mut rest = self.below(place, schema);
        let mut conditional = Vec::new();
        for (guard, of) in std::mem::take(&mut seen.found) {
            if guard == F::TRUE {
                rest = self.world.any(vec![rest, of]);
            } else {
                conditional.push((guard, of));
            }
        }
        conditional.sort_unstable();
        conditional.dedup();
        if conditional.len() > SEEN_CONTAINS_MAX {
            return self.world.opaque(Reason::Limit("unevaluated-contains"));
        }
        self.item_cases(&seen, &conditional, rest)
    }

    fn item_cases(&mut self, seen: &Seen, conditional: &[(F, F)], rest: F) -> F {
        let Some((&(guard, of), others)) = conditional.split_first() else {
            return self.item_clauses(seen, rest);
        };
        let wider = self.world.any(vec![rest, of]);
        let with = self.item_cases(seen, others, wider);
        let without = self.item_cases(seen, others, rest);
        self.world.branch(guard, with, without)
    }

    fn item_clauses(&mut self, seen: &Seen, rest: F) -> F {
        let mut cuts: BTreeSet<u64> = seen.prefixes.iter().map(|&(_, to)| to).collect();
        cuts.insert(u64::MAX);
        let mut clauses = Vec::new();
        let mut from = 0;
        for to in cuts {
            let mut parts: Vec<F> = seen
                .prefixes
                .iter()
                .filter(|&&(_, end)| end >= to)
                .map(|&(guard, _)| guard)
                .collect();
            parts.push(self.world.items(from, to, rest));
            clauses.push(self.world.any(parts));
            from = to;
        }
        self.world.all(clauses)
    }

    fn seen_items(&mut self, place: Place, guard: F, top: bool, seen: &mut Seen) {
        let place = self.enter(place);
        if guard == F::FALSE || self.world.has_endless_reference() || !self.world.charge(1) {
            return;
        }
        if self.world.descend() {
            self.seen_items_inner(place, guard, top, seen);
            self.world.ascend();
        }
    }

    fn seen_items_inner(&mut self, place: Place, guard: F, top: bool, seen: &mut Seen) {
        let draft = self.draft(place);
        for (_, _, target) in self.references(place) {
            if let Some(target) = target {
                self.seen_items(target, guard, false, seen);
            }
        }
        if draft <= Draft::Draft7 && self.field(place, "$ref").is_some() {
            return;
        }
        let (prefix, rest) = self.items_form(place);
        let inner = !top && draft >= Draft::Draft201909 && self.field(place, "unevaluatedItems").is_some();
        if rest.is_some() || inner {
            seen.prefixes.push((guard, u64::MAX));
        } else if !prefix.is_empty() {
            seen.prefixes.push((guard, prefix.len() as u64));
        }
        if draft >= Draft::Draft201909
            && let Some(schema) = self.field(place, "contains")
        {
            let mut of = self.below(
                Place {
                    closing: false,
                    ..place
                },
                schema,
            );
            if draft == Draft::Draft201909 {
                // The text of that draft marks nothing, its validators do.
                let unclear = self.world.opaque(Reason::Ambiguous("unevaluatedItems"));
                of = self.world.all(vec![of, unclear]);
            }
            seen.found.push((guard, of));
        }
        for (under, schema) in self.applied(place, guard) {
            self.seen_items(Place { schema, ..place }, under, false, seen);
        }
    }
}
