//! `unevaluatedProperties`, without annotations.
//!
//! What evaluates a name is a list of pairs: a guard (the branch that must hold) and the names that it covers. Names fall into
//! classes that no pair tells apart, and for each class one clause says: some guard that covers it holds, or every member of
//! the class satisfies the keyword's schema. The size is linear in names and guards.

use std::collections::{BTreeMap, BTreeSet};

use super::{Compiler, Place};
use crate::formula::{F, Node};
use crate::limits::SEEN_PATTERNS_MAX;
use crate::options::Draft;
use crate::value::ValueId;
use crate::verdict::Reason;

/// Names that are evaluated where the guard holds.
struct Seen {
    guard: F,
    names: F,
}

impl Compiler<'_> {
    pub(super) fn unevaluated_members(&mut self, place: Place, schema: ValueId) -> F {
        let mut seen = Vec::new();
        self.seen_members(place, F::TRUE, true, &mut seen);
        if self.world.has_endless_reference() {
            return self.world.opaque(Reason::Endless);
        }
        let rest = self.below(place, schema);
        self.clauses(&seen, rest)
    }

    fn clauses(&mut self, seen: &[Seen], rest: F) -> F {
        let mut everything = Vec::new();
        let mut literal: BTreeMap<ValueId, BTreeSet<F>> = BTreeMap::new();
        let mut languages: BTreeMap<F, BTreeSet<F>> = BTreeMap::new();
        for Seen { guard, names } in seen {
            match (self.world.node(*names), names.is_negated()) {
                (Node::True, false) => everything.push(*guard),
                (Node::Enum(values), false) => {
                    for &name in values.iter() {
                        literal.entry(name).or_default().insert(*guard);
                    }
                }
                _ => {
                    languages.entry(*names).or_default().insert(*guard);
                }
            }
        }
        if languages.len() > SEEN_PATTERNS_MAX {
            return self.world.opaque(Reason::Limit("unevaluated-patterns"));
        }
        let mut classes: BTreeMap<BTreeSet<F>, Vec<ValueId>> = BTreeMap::new();
        for (name, guards) in &mut literal {
            for (&language, more) in &languages {
                match self.world.eval(language, *name) {
                    Some(true) => guards.extend(more),
                    Some(false) => {}
                    None => return self.world.opaque(Reason::Limit("backtracking")),
                }
            }
            classes.entry(guards.clone()).or_default().push(*name);
        }
        let mut clauses = Vec::new();
        for (guards, names) in classes {
            let names = self.world.enumeration(names);
            clauses.push(self.clause(guards, names, rest));
        }
        let named = self.world.enumeration(literal.keys().copied().collect());
        for choice in 0..1_u32 << languages.len() {
            let mut parts = vec![named.not()];
            let mut guards = BTreeSet::new();
            for (bit, (&language, more)) in languages.iter().enumerate() {
                if choice >> bit & 1 == 1 {
                    parts.push(language);
                    guards.extend(more);
                } else {
                    parts.push(language.not());
                }
            }
            let names = self.world.all(parts);
            clauses.push(self.clause(guards, names, rest));
        }
        let clauses = self.world.all(clauses);
        everything.push(clauses);
        self.world.any(everything)
    }

    fn clause(&mut self, guards: BTreeSet<F>, names: F, rest: F) -> F {
        let mut parts: Vec<F> = guards.into_iter().collect();
        parts.push(self.world.members(names, rest));
        self.world.any(parts)
    }

    /// What a schema evaluates if it holds, under `guard`. `top` is the schema whose own keyword is being read.
    fn seen_members(&mut self, place: Place, guard: F, top: bool, seen: &mut Vec<Seen>) {
        let place = self.enter(place);
        if guard == F::FALSE || self.world.has_endless_reference() || !self.world.charge(1) {
            return;
        }
        if self.world.descend() {
            self.seen_members_inner(place, guard, top, seen);
            self.world.ascend();
        }
    }

    fn seen_members_inner(&mut self, place: Place, guard: F, top: bool, seen: &mut Vec<Seen>) {
        let modern = self.draft(place) >= Draft::Draft201909;
        for (_, _, target) in self.references(place) {
            if let Some(target) = target {
                self.seen_members(target, guard, false, seen);
            }
        }
        if !modern && self.field(place, "$ref").is_some() {
            return;
        }
        let all = self.field(place, "additionalProperties").is_some()
            || !top && modern && self.field(place, "unevaluatedProperties").is_some();
        if all {
            seen.push(Seen { guard, names: F::TRUE });
        } else {
            let names = self
                .map(place, "properties")
                .into_iter()
                .map(|(name, _)| name)
                .collect();
            let names = self.world.enumeration(names);
            seen.push(Seen { guard, names });
            for (pattern, _) in self.map(place, "patternProperties") {
                let names = self.pattern(pattern);
                seen.push(Seen { guard, names });
            }
        }
        for (under, schema) in self.applied(place, guard) {
            self.seen_members(Place { schema, ..place }, under, false, seen);
        }
    }

    /// The schemas that apply in place, each with the guard under which its annotations count.
    pub(super) fn applied(&mut self, place: Place, guard: F) -> Vec<(F, ValueId)> {
        let mut found: Vec<(F, ValueId)> = self
            .list(place, "allOf")
            .into_iter()
            .map(|schema| (guard, schema))
            .collect();
        for keyword in ["anyOf", "oneOf"] {
            for schema in self.list(place, keyword) {
                let holds = self.in_place(place, schema);
                found.push((self.world.all(vec![guard, holds]), schema));
            }
        }
        if self.draft(place) >= Draft::Draft7
            && let Some(test) = self.field(place, "if")
        {
            let holds = self.in_place(
                Place {
                    closing: false,
                    ..place
                },
                test,
            );
            let yes = self.world.all(vec![guard, holds]);
            let no = self.world.all(vec![guard, holds.not()]);
            found.push((yes, test));
            found.extend(self.field(place, "then").map(|schema| (yes, schema)));
            found.extend(self.field(place, "else").map(|schema| (no, schema)));
        }
        if self.draft(place) >= Draft::Draft201909 {
            for (name, schema) in self.map(place, "dependentSchemas") {
                let absent = self.absent(name);
                found.push((self.world.all(vec![guard, absent.not()]), schema));
            }
        }
        found
    }
}
