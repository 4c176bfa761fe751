//! What the facts say of a literal, and unit propagation.

use std::rc::Rc;

use super::members;
use super::search::{Search, Stop};
use crate::formula::{F, Node};
use crate::verdict::Reason;

impl Search<'_, '_> {
    /// Whether the facts say that a literal holds or fails; None if they leave it open.
    pub(super) fn status(&mut self, literal: F, depth: u32) -> Option<bool> {
        let literal = self.solver.world.deref(literal);
        if self.held.contains(&literal) || !self.solver.world.can_fail(literal).meets(self.of) {
            return Some(true);
        }
        if self.held.contains(&literal.not()) || !self.solver.world.can_hold(literal).meets(self.of) {
            return Some(false);
        }
        let status = self.status_positive(literal, depth);
        if literal.is_negated() {
            status.map(|held| !held)
        } else {
            status
        }
    }

    fn status_positive(&mut self, literal: F, depth: u32) -> Option<bool> {
        match self.solver.world.node(literal).clone() {
            Node::Range(range) => {
                if self.facts.range.within(&range) {
                    Some(true)
                } else if self.facts.range.meet(&range).is_empty() {
                    Some(false)
                } else {
                    None
                }
            }
            Node::MultipleOf(step) => {
                let known = self.facts.step.as_ref()?;
                (known / &*step).is_integer().then_some(true)
            }
            Node::Length(span) | Node::ItemCount(span) | Node::MemberCount(span) => {
                if self.facts.span().within(span) {
                    Some(true)
                } else if self.facts.span().meet(span).is_empty() {
                    Some(false)
                } else {
                    None
                }
            }
            Node::Members { names, all } => {
                let name = self.solver.world.single_name(names)?;
                members::named_status(self.solver, &self.facts, name, all)
            }
            Node::All(parts) if depth > 0 => {
                let mut all = Some(true);
                for &part in parts.iter() {
                    match self.status(part, depth - 1) {
                        Some(true) => {}
                        Some(false) => return Some(false),
                        None => all = None,
                    }
                }
                all
            }
            _ => None,
        }
    }

    /// Unit propagation; gives the clauses that are still open.
    pub(super) fn propagate(&mut self, pending: Vec<usize>) -> Result<Vec<usize>, Stop> {
        let mut pending = pending;
        let mut n_known = pending
            .iter()
            .map(|&at| at + 1)
            .max()
            .unwrap_or(0)
            .max(self.clauses.len());
        loop {
            let mut changed = false;
            let mut open = Vec::with_capacity(pending.len());
            for at in pending {
                let clause = Rc::clone(&self.clauses[at]);
                let mut unit = None;
                let mut n_open = 0;
                let mut satisfied = false;
                for &literal in clause.iter() {
                    if !self.solver.world.charge(1) {
                        self.doubt(Reason::Fuel);
                        return Err(Stop::Conflict);
                    }
                    match self.status(literal, 6) {
                        Some(true) => {
                            satisfied = true;
                            break;
                        }
                        Some(false) => {}
                        None => {
                            n_open += 1;
                            unit = Some(literal);
                        }
                    }
                }
                match (satisfied, n_open, unit) {
                    (true, ..) => {}
                    (false, 0, _) => return Err(Stop::Conflict),
                    (false, 1, Some(unit)) => {
                        self.assert(unit)?;
                        changed = true;
                    }
                    _ => open.push(at),
                }
            }
            while n_known < self.clauses.len() {
                open.push(n_known);
                n_known += 1;
                changed = true;
            }
            pending = open;
            if !changed {
                return Ok(pending);
            }
        }
    }
}
