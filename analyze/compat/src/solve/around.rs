//! Avoiding an array or object that satisfies everything else: another one differs in its size or in some part.
//!
//! The cases exclude each other: the n-th differs in the n-th part and agrees in all before it. So avoiding all corners of a
//! cube costs as many steps as there are corners.

use super::search::{Search, Stop};
use crate::formula::{F, Span};
use crate::value::ValueId;

/// One part of the value: how to differ in it, and how to agree.
struct Part {
    differs: Vec<F>,
    agrees: F,
}

impl Search<'_, '_> {
    /// An instance below this branch that is not `value`.
    pub(super) fn branch_around(&mut self, value: ValueId, pending: &[usize], depth: u32) -> Option<ValueId> {
        let (mark, n_trail, n_clauses) = (self.facts.mark(), self.trail.len(), self.clauses.len());
        let found = self.cases(value, pending, depth);
        self.undo(mark, n_trail, n_clauses);
        found
    }

    fn cases(&mut self, value: ValueId, pending: &[usize], depth: u32) -> Option<ValueId> {
        for part in self.parts(value) {
            for differs in part.differs {
                if let Some(found) = self.try_literal(differs, pending.to_vec(), depth + 1) {
                    return Some(found);
                }
            }
            match self.assert(part.agrees) {
                Ok(()) => {}
                Err(Stop::Found(value)) => return Some(value),
                Err(Stop::Conflict) => return None,
            }
        }
        None
    }

    fn parts(&mut self, value: ValueId) -> Vec<Part> {
        let of = self.of;
        let world = &mut *self.solver.world;
        let mut parts = Vec::new();
        let n_parts = if let Some(items) = world.values.items(value) {
            for (at, &item) in (0_u64..).zip(items.iter()) {
                let same = world.constant(item);
                let differs = vec![world.items(at, at + 1, same.not())];
                parts.push(Part {
                    differs,
                    agrees: world.items(at, at + 1, same),
                });
            }
            items.len() as u64
        } else {
            let members = world.values.members(value).unwrap_or_default();
            for &(name, member) in members.iter() {
                let (names, same) = (world.constant(name), world.constant(member));
                let differs = world.members(names, same.not());
                parts.push(Part {
                    differs: vec![differs],
                    agrees: differs.not(),
                });
            }
            members.len() as u64
        };
        let size = Span {
            min: n_parts,
            max: n_parts,
        };
        let differs = size.outside().map(|span| world.span(span, of)).collect();
        parts.insert(
            0,
            Part {
                differs,
                agrees: world.span(size, of),
            },
        );
        parts
    }
}
