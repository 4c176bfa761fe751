//! The search for an instance of one type: literals, clauses, unit propagation, and branching guided by candidates.
//!
//! At each branch the facts alone are decided first. If they have no instance the branch is closed; if they have one that
//! happens to satisfy the whole goal the search is over; else a clause that the candidate violates is branched on. Before
//! that, literals that fail on their own are ruled out, so that a clause of many alternatives that all fail needs no branch.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::facts::Facts;
use super::{Answer, Solver, arrays, members, numbers, strings};
use crate::formula::{F, Node, Range, Span, Types};
use crate::limits::{DECISIONS_MAX, LOOKAHEAD_FIRST_MAX, LOOKAHEAD_MAX, ONE_BRANCHES_MAX};
use crate::value::ValueId;
use crate::verdict::Reason;

/// A branch is closed, or the search is over.
pub(super) enum Stop {
    Conflict,
    Found(ValueId),
}

pub(super) type Flow = Result<(), Stop>;

pub(super) struct Search<'s, 'w> {
    pub(super) solver: &'s mut Solver<'w>,
    root: F,
    pub(super) of: Types,
    pub(super) trail: Vec<F>,
    pub(super) held: BTreeSet<F>,
    pub(super) clauses: Vec<Rc<[F]>>,
    pub(super) facts: Facts,
    /// The names of member literals in the order noted, for undo.
    names: Vec<(Option<ValueId>, bool)>,
    pub(super) note: Option<Reason>,
}

/// Searches for an instance of one of the types number, string, array and object.
pub(super) fn search(solver: &mut Solver<'_>, root: F, of: Types) -> Answer {
    let mut search = Search {
        solver,
        root,
        of,
        trail: Vec::new(),
        held: BTreeSet::new(),
        clauses: Vec::new(),
        facts: Facts::default(),
        names: Vec::new(),
        note: None,
    };
    let answer = match search.assert(root) {
        Ok(()) => {
            let pending = (0..search.clauses.len()).collect();
            search.branch(pending, 0)
        }
        Err(Stop::Found(value)) => Some(value),
        Err(Stop::Conflict) => None,
    };
    match answer {
        Some(value) => Answer::Some(value),
        None => Answer::exhausted(search.note),
    }
}

impl Search<'_, '_> {
    pub(super) fn doubt(&mut self, reason: Reason) {
        self.note.get_or_insert(reason);
    }

    /// Takes a literal as holding, with all that it contains.
    pub(super) fn assert(&mut self, literal: F) -> Flow {
        let mut open = vec![literal];
        while let Some(literal) = open.pop() {
            let literal = self.solver.world.deref(literal);
            if !self.solver.world.can_fail(literal).meets(self.of) || self.held.contains(&literal) {
                continue;
            }
            if !self.solver.world.can_hold(literal).meets(self.of) || self.held.contains(&literal.not()) {
                return Err(Stop::Conflict);
            }
            if !self.solver.world.charge(1) {
                self.doubt(Reason::Fuel);
                return Err(Stop::Conflict);
            }
            self.held.insert(literal);
            self.trail.push(literal);
            self.take(literal, &mut open)?;
        }
        Ok(())
    }

    pub(super) fn clause(&mut self, literals: Vec<F>) {
        self.clauses.push(literals.into());
    }

    fn take(&mut self, literal: F, open: &mut Vec<F>) -> Flow {
        let negated = literal.is_negated();
        match (self.solver.world.node(literal).clone(), negated) {
            (Node::All(parts), false) => open.extend(parts.iter()),
            (Node::All(parts), true) => self.clause(parts.iter().map(|part| part.not()).collect()),
            (Node::One(parts), negated) => self.take_one(&parts, negated),
            (Node::If(test, then, other), negated) => {
                let world = &mut *self.solver.world;
                let (then, other) = if negated {
                    (then.not(), other.not())
                } else {
                    (then, other)
                };
                let yes = world.all(vec![test, then]);
                let no = world.all(vec![test.not(), other]);
                self.clause(vec![yes, no]);
            }
            (Node::Enum(values), false) => return self.try_values(&values),
            (Node::Enum(values), true) => self.facts.excluded.extend(values.iter()),
            (Node::Range(range), false) => {
                self.facts.range = self.facts.range.meet(&range);
                self.round();
                if self.facts.range.is_empty() {
                    return Err(Stop::Conflict);
                }
            }
            (Node::Range(range), true) => {
                let sides = self.outside(&range);
                self.clause(sides);
            }
            (Node::MultipleOf(step), false) => {
                self.facts.step = Some(match self.facts.step.take() {
                    None => (*step).clone(),
                    Some(known) => crate::formula::lcm(&known, &step),
                });
                self.round();
                if self.facts.range.is_empty() {
                    return Err(Stop::Conflict);
                }
            }
            (Node::MultipleOf(step), true) => self.facts.not_steps.push(step),
            (Node::Length(span) | Node::ItemCount(span) | Node::MemberCount(span), negated) => {
                return self.take_span(span, negated);
            }
            (Node::Pattern(pattern), false) => self.facts.accepted.push(pattern),
            (Node::Pattern(pattern), true) => self.facts.refused.push(pattern),
            (Node::Format(name), negated) => self.facts.formats.push((name, !negated)),
            (Node::Items { from, to, all }, false) => self.facts.items.push((from, to, all)),
            (Node::Items { from, to, all }, true) => self.facts.some_items.push((from, to, all.not())),
            (Node::Contains { of, span }, false) => self.facts.contains.push((of, span)),
            (Node::Contains { of, span }, true) => {
                let world = &mut *self.solver.world;
                let spans = span.outside().map(|span| world.contains(of, span)).collect();
                self.clause(spans);
            }
            (Node::Unique, negated) => self.facts.unique = Some(!negated),
            (Node::Members { names, all }, negated) => return self.take_members(names, all, negated),
            (Node::True | Node::Types(_) | Node::Later(_) | Node::Opaque(_), _) => {}
        }
        Ok(())
    }

    fn round(&mut self) {
        if let Some(step) = &self.facts.step {
            self.facts.range = self.facts.range.round(step);
        }
    }

    fn outside(&mut self, range: &Range) -> Vec<F> {
        let flip = |bound: &crate::formula::Bound| crate::formula::Bound {
            open: !bound.open,
            ..bound.clone()
        };
        let below = range.low.as_ref().map(|low| Range {
            low: None,
            high: Some(flip(low)),
        });
        let above = range.high.as_ref().map(|high| Range {
            low: Some(flip(high)),
            high: None,
        });
        below
            .into_iter()
            .chain(above)
            .map(|side| self.solver.world.range(side))
            .collect()
    }

    fn take_span(&mut self, span: Span, negated: bool) -> Flow {
        if negated {
            let of = self.of;
            let world = &mut *self.solver.world;
            let spans = span.outside().map(|span| world.span(span, of)).collect();
            self.clause(spans);
            return Ok(());
        }
        let met = self.facts.span().meet(span);
        self.facts.span = Some(met);
        if met.is_empty() { Err(Stop::Conflict) } else { Ok(()) }
    }

    /// The instance is one of few values: tries them all.
    fn try_values(&mut self, values: &[ValueId]) -> Flow {
        let values: Vec<ValueId> = values
            .iter()
            .copied()
            .filter(|&value| Types::of(self.solver.world.values.get(value)) == self.of)
            .collect();
        match self.solver.among(self.root, &values) {
            Answer::Some(value) => Err(Stop::Found(value)),
            Answer::None => Err(Stop::Conflict),
            Answer::Unknown(reason) => {
                self.doubt(reason);
                Err(Stop::Conflict)
            }
        }
    }

    fn take_one(&mut self, parts: &[F], negated: bool) {
        if parts.len() > ONE_BRANCHES_MAX {
            // Sound for the search: without the literal more instances pass, and each is checked against the goal.
            self.doubt(Reason::Limit("one-of-branches"));
            return;
        }
        let world = &mut *self.solver.world;
        let mut cases = Vec::with_capacity(parts.len() + 1);
        if negated {
            cases.push(world.all(parts.iter().map(|part| part.not()).collect()));
            for (n, &part) in parts.iter().enumerate() {
                let second = world.any(parts[n + 1..].to_vec());
                cases.push(world.all(vec![part, second]));
            }
        } else {
            for (n, &part) in parts.iter().enumerate() {
                let mut all: Vec<F> = parts
                    .iter()
                    .enumerate()
                    .filter(|&(m, _)| m != n)
                    .map(|(_, other)| other.not())
                    .collect();
                all.push(part);
                cases.push(world.all(all));
            }
        }
        self.clause(cases);
    }

    fn take_members(&mut self, names: F, all: F, negated: bool) -> Flow {
        let name = self.solver.world.single_name(names);
        let value = if negated { all.not() } else { all };
        self.facts.add_members(names, value, name, negated);
        self.names.push((name, negated));
        let Some(name) = name else { return Ok(()) };
        let goal = members::named_goal(self.solver, &self.facts, name);
        let required = self
            .facts
            .by_name
            .get(&name)
            .is_some_and(|named| !named.some.is_empty());
        if required && self.solver.solve(goal) == Answer::None {
            return Err(Stop::Conflict);
        }
        Ok(())
    }

    /// Decides the facts alone.
    fn check(&mut self) -> Answer {
        match self.of {
            Types::NUMBER => numbers::decide(self.solver, &self.facts),
            Types::STRING => strings::decide(self.solver, &self.facts),
            Types::ARRAY => arrays::decide(self.solver, &self.facts),
            _ => members::decide(self.solver, &self.facts),
        }
    }

    /// An instance below this branch.
    fn branch(&mut self, pending: Vec<usize>, depth: u32) -> Option<ValueId> {
        if depth > DECISIONS_MAX || !self.solver.world.descend() {
            self.doubt(Reason::Limit("decisions"));
            return None;
        }
        let found = self.branch_inner(pending, depth);
        self.solver.world.ascend();
        found
    }

    fn branch_inner(&mut self, pending: Vec<usize>, depth: u32) -> Option<ValueId> {
        let mut pending = match self.propagate(pending) {
            Ok(pending) => pending,
            Err(Stop::Found(value)) => return Some(value),
            Err(Stop::Conflict) => return None,
        };
        let limit = if depth == 0 { LOOKAHEAD_FIRST_MAX } else { LOOKAHEAD_MAX };
        if pending.len() > 1 || depth == 0 {
            pending = match self.look_ahead(pending, limit) {
                Ok(pending) => pending,
                Err(Stop::Found(value)) => return Some(value),
                Err(Stop::Conflict) => return None,
            };
        }
        let mut candidate = None;
        match self.check() {
            Answer::None => return None,
            Answer::Some(value) => match self.solver.world.eval(self.root, value) {
                Some(true) => return Some(value),
                Some(false) => candidate = Some(value),
                None => {
                    let reason = self.solver.why_unknown();
                    self.doubt(reason);
                    candidate = Some(value);
                }
            },
            Answer::Unknown(reason) => self.doubt(reason),
        }
        if let Some(value) = candidate
            && self.facts.excluded.contains(&value)
        {
            return self.branch_around(value, &pending, depth);
        }
        let Some((at, open)) = self.choose(&pending, candidate) else {
            if candidate.is_some() && self.note.is_none() {
                self.doubt(Reason::Contradiction);
            }
            return None;
        };
        pending.retain(|&other| other != at);
        for literal in open {
            if let Some(value) = self.try_literal(literal, pending.clone(), depth + 1) {
                return Some(value);
            }
            if self.solver.world.steps > self.solver.world.fuel {
                self.doubt(Reason::Fuel);
                return None;
            }
        }
        None
    }

    /// The clause to branch on, with its open literals: one that the candidate violates, and of those the shortest.
    fn choose(&mut self, pending: &[usize], candidate: Option<ValueId>) -> Option<(usize, Vec<F>)> {
        let mut best: Option<(bool, usize, usize, Vec<F>)> = None;
        for &at in pending {
            let clause = Rc::clone(&self.clauses[at]);
            let open: Vec<F> = clause
                .iter()
                .copied()
                .filter(|&literal| self.status(literal, 6).is_none())
                .collect();
            let satisfied = candidate.is_some_and(|value| {
                clause
                    .iter()
                    .any(|&literal| self.solver.world.eval(literal, value) == Some(true))
            });
            let key = (satisfied, open.len(), at);
            if best.as_ref().is_none_or(|(s, n, a, _)| key < (*s, *n, *a)) {
                best = Some((satisfied, open.len(), at, open));
            }
        }
        best.map(|(_, _, at, open)| (at, open))
    }

    pub(super) fn try_literal(&mut self, literal: F, pending: Vec<usize>, depth: u32) -> Option<ValueId> {
        let (mark, n_trail, n_clauses) = (self.facts.mark(), self.trail.len(), self.clauses.len());
        let found = match self.assert(literal) {
            Ok(()) => {
                let mut pending = pending;
                pending.extend(n_clauses..self.clauses.len());
                self.branch(pending, depth)
            }
            Err(Stop::Found(value)) => Some(value),
            Err(Stop::Conflict) => None,
        };
        self.undo(mark, n_trail, n_clauses);
        found
    }

    pub(super) fn undo(&mut self, mark: super::facts::Mark, n_trail: usize, n_clauses: usize) {
        for literal in self.trail.split_off(n_trail) {
            self.held.remove(&literal);
        }
        self.clauses.truncate(n_clauses);
        self.facts.undo(mark, &mut self.names);
    }
}
