//! Objects: members that must be there, what their values must be, and how many there may be.
//!
//! Every keyword is one of two things here: all members whose name is in a language satisfy a formula, or some member does.
//! Obligations of the second kind are met one after the other, by a member that is there already, by a name that the
//! schemas mention, or by a fresh name.

use std::collections::BTreeMap;

use super::facts::Facts;
use super::fresh::fresh;
use super::{Answer, Solver};
use crate::formula::{F, Node, Span};
use crate::limits::MEMBERS_BUILT_MAX;
use crate::value::ValueId;
use crate::verdict::Reason;

/// What the value of that member must satisfy, were it there.
pub(super) fn named_goal(solver: &mut Solver<'_>, facts: &Facts, name: ValueId) -> F {
    let mut parts = Vec::new();
    if let Some(named) = facts.by_name.get(&name) {
        if let ([only], []) = (named.all.as_slice(), named.some.as_slice()) {
            return solver.world.deref(facts.members[*only].1);
        }
        parts.extend(named.all.iter().map(|&at| facts.members[at].1));
        parts.extend(named.some.iter().map(|&at| facts.some_members[at].1));
    }
    solver.world.all(parts)
}

/// Whether the facts say that a member, if there, satisfies a formula.
pub(super) fn named_status(solver: &mut Solver<'_>, facts: &Facts, name: ValueId, all: F) -> Option<bool> {
    let named = facts.by_name.get(&name)?;
    let required = !named.some.is_empty();
    let goal = named_goal(solver, facts, name);
    if goal == F::FALSE {
        return Some(!required);
    }
    if all == F::FALSE {
        return if required { Some(false) } else { None };
    }
    let values = solver.constants(goal)?;
    if values.len() > 64 {
        return None;
    }
    let mut answers = (true, true);
    for value in values {
        match solver.world.eval(all, value) {
            Some(true) => answers.1 = false,
            Some(false) => answers.0 = false,
            None => return None,
        }
    }
    match answers {
        (true, _) => Some(true),
        (false, true) if required => Some(false),
        _ => None,
    }
}

/// An object under construction.
pub(super) struct Build<'f> {
    pub(super) facts: &'f Facts,
    /// Languages that are not a single name, with what they ask of their members.
    pub(super) general: Vec<(F, F)>,
    /// Every name that some language mentions.
    pub(super) mentioned: Vec<ValueId>,
    /// Chosen members, with all that their values must satisfy.
    pub(super) chosen: BTreeMap<ValueId, F>,
    span: Span,
    note: Option<Reason>,
}

/// An object that satisfies the facts.
pub(super) fn decide(solver: &mut Solver<'_>, facts: &Facts) -> Answer {
    let world = &*solver.world;
    let single = |names: F| world.single_name(names).is_some();
    let general: Vec<(F, F)> = facts
        .members
        .iter()
        .copied()
        .filter(|&(names, _)| !single(names))
        .collect();
    let mut mentioned: Vec<ValueId> = facts
        .by_name
        .iter()
        .filter(|(_, named)| !named.all.is_empty() || !named.some.is_empty())
        .map(|(&name, _)| name)
        .collect();
    for &(names, _) in general
        .iter()
        .chain(facts.some_members.iter().filter(|&&(names, _)| !single(names)))
    {
        mention(solver, names, &mut mentioned, 0);
    }
    mentioned.sort_unstable();
    mentioned.dedup();
    let mut build = Build {
        facts,
        general,
        mentioned,
        chosen: BTreeMap::new(),
        span: facts.span(),
        note: None,
    };
    let forced: Vec<ValueId> = facts
        .by_name
        .iter()
        .filter(|(_, named)| !named.some.is_empty())
        .map(|(&name, _)| name)
        .collect();
    if forced.len() as u64 > build.span.max {
        return Answer::None;
    }
    for name in forced {
        let goal = build.goal(solver, name);
        match solver.solve(goal) {
            Answer::Some(_) => {}
            Answer::None => return Answer::None,
            Answer::Unknown(reason) => {
                build.note.get_or_insert(reason);
            }
        }
        build.chosen.insert(name, goal);
    }
    let obligations: Vec<(F, F)> = facts
        .some_members
        .iter()
        .copied()
        .filter(|&(names, _)| solver.world.single_name(names).is_none())
        .collect();
    for &(names, some) in &obligations {
        // An obligation that can't be met alone closes the case, whatever the others need.
        if !build.possible(solver, names, some) {
            return Answer::exhausted(build.note);
        }
    }
    match build.meet(solver, &obligations) {
        Some(value) => Answer::Some(value),
        None => Answer::exhausted(build.note),
    }
}

/// Strings that a language names.
fn mention(solver: &Solver<'_>, names: F, found: &mut Vec<ValueId>, depth: u32) {
    match solver.world.node(names) {
        Node::Enum(values) => found.extend(
            values
                .iter()
                .copied()
                .filter(|&v| solver.world.values.as_str(v).is_some()),
        ),
        Node::All(parts) | Node::One(parts) if depth < 8 => {
            for &part in parts.iter() {
                mention(solver, part, found, depth + 1);
            }
        }
        Node::If(test, then, other) if depth < 8 => {
            for part in [test, then, other] {
                mention(solver, *part, found, depth + 1);
            }
        }
        _ => {}
    }
}

impl Build<'_> {
    /// What the value of a member with that name must satisfy.
    pub(super) fn goal(&mut self, solver: &mut Solver<'_>, name: ValueId) -> F {
        let mut parts = vec![named_goal(solver, self.facts, name)];
        for at in 0..self.general.len() {
            let (names, all) = self.general[at];
            match solver.world.eval(names, name) {
                Some(false) => {}
                Some(true) => parts.push(all),
                None => {
                    // More is asked than may be needed; a failure then proves nothing.
                    self.note.get_or_insert(Reason::Limit("names"));
                    parts.push(all);
                }
            }
        }
        solver.world.all(parts)
    }

    fn solved(&mut self, solver: &mut Solver<'_>, goal: F) -> bool {
        solver.solve(goal).or_note(&mut self.note).is_some()
    }

    /// Meets the obligations in order, then fills up to the least number of members.
    fn meet(&mut self, solver: &mut Solver<'_>, obligations: &[(F, F)]) -> Option<ValueId> {
        let Some((&(names, some), rest)) = obligations.split_first() else {
            return self.fill(solver);
        };
        if !solver.world.charge(1) || !solver.world.descend() {
            self.note.get_or_insert(Reason::Fuel);
            return None;
        }
        let found = self.meet_one(solver, names, some, rest);
        solver.world.ascend();
        found
    }

    fn meet_one(&mut self, solver: &mut Solver<'_>, names: F, some: F, rest: &[(F, F)]) -> Option<ValueId> {
        let there: Vec<(ValueId, F)> = self.chosen.iter().map(|(&name, &goal)| (name, goal)).collect();
        for (name, goal) in there {
            if solver.world.eval(names, name) == Some(false) {
                continue;
            }
            let stronger = solver.world.all(vec![goal, some]);
            if self.solved(solver, stronger) {
                self.chosen.insert(name, stronger);
                if let Some(value) = self.meet(solver, rest) {
                    return Some(value);
                }
                self.chosen.insert(name, goal);
            }
        }
        if self.chosen.len() as u64 >= self.span.max {
            return None;
        }
        for at in 0..self.mentioned.len() {
            let name = self.mentioned[at];
            if self.chosen.contains_key(&name) || solver.world.eval(names, name) == Some(false) {
                continue;
            }
            let goal = self.goal(solver, name);
            let goal = solver.world.all(vec![goal, some]);
            if let Some(value) = self.with(solver, name, goal, |build, solver| build.meet(solver, rest)) {
                return Some(value);
            }
        }
        let (name, goal) = fresh(solver, self, names, some)?;
        let found = self.with(solver, name, goal, |build, solver| build.meet(solver, rest));
        if found.is_none() && !rest.is_empty() {
            // Another fresh name might have met two obligations at once.
            self.note.get_or_insert(Reason::Limit("names"));
        }
        found
    }

    /// Whether an obligation can be met by itself.
    fn possible(&mut self, solver: &mut Solver<'_>, names: F, some: F) -> bool {
        for at in 0..self.mentioned.len() {
            let name = self.mentioned[at];
            if solver.world.eval(names, name) == Some(false) {
                continue;
            }
            let goal = self.goal(solver, name);
            let goal = solver.world.all(vec![goal, some]);
            if self.solved(solver, goal) {
                return true;
            }
        }
        fresh(solver, self, names, some).is_some()
    }

    fn with(
        &mut self,
        solver: &mut Solver<'_>,
        name: ValueId,
        goal: F,
        then: impl FnOnce(&mut Self, &mut Solver<'_>) -> Option<ValueId>,
    ) -> Option<ValueId> {
        if goal == F::FALSE || !self.solved(solver, goal) {
            return None;
        }
        self.chosen.insert(name, goal);
        let found = then(self, solver);
        self.chosen.remove(&name);
        found
    }

    fn fill(&mut self, solver: &mut Solver<'_>) -> Option<ValueId> {
        let mut added = Vec::new();
        let missing = self.span.min.saturating_sub(self.chosen.len() as u64);
        let mut found = missing == 0;
        if missing > 0 {
            for at in 0..self.mentioned.len() {
                if (added.len() as u64) >= missing {
                    break;
                }
                let name = self.mentioned[at];
                if self.chosen.contains_key(&name) {
                    continue;
                }
                let goal = self.goal(solver, name);
                if goal != F::FALSE && self.solved(solver, goal) {
                    self.chosen.insert(name, goal);
                    added.push(name);
                }
            }
            while (added.len() as u64) < missing {
                let Some((name, goal)) = fresh(solver, self, F::TRUE, F::TRUE) else {
                    break;
                };
                if added.len() >= MEMBERS_BUILT_MAX {
                    self.note.get_or_insert(Reason::Limit("members-built"));
                    break;
                }
                self.chosen.insert(name, goal);
                added.push(name);
            }
            found = added.len() as u64 >= missing;
        }
        let object = if found { self.finish(solver) } else { None };
        for name in added {
            self.chosen.remove(&name);
        }
        object
    }

    fn finish(&mut self, solver: &mut Solver<'_>) -> Option<ValueId> {
        let mut members = Vec::with_capacity(self.chosen.len());
        for (&name, &goal) in &self.chosen {
            match solver.solve(goal) {
                Answer::Some(value) => members.push((name, value)),
                Answer::None => return None,
                Answer::Unknown(reason) => {
                    self.note.get_or_insert(reason);
                    return None;
                }
            }
        }
        // If this object is to be avoided the search branches around it.
        Some(solver.world.values.object(members))
    }

    pub(super) fn note(&mut self, reason: Reason) {
        self.note.get_or_insert(reason);
    }
}
