//! Ruling out literals that fail on their own, so that a clause whose alternatives all fail needs no branch.

use std::rc::Rc;

use super::search::{Search, Stop};
use crate::formula::F;

impl Search<'_, '_> {
    /// Rules out literals that fail on their own, until nothing changes.
    pub(super) fn look_ahead(&mut self, pending: Vec<usize>, limit: usize) -> Result<Vec<usize>, Stop> {
        let mut pending = pending;
        'again: loop {
            let n_literals: usize = pending.iter().map(|&at| self.clauses[at].len()).sum();
            if n_literals > limit || n_literals == 0 {
                return Ok(pending);
            }
            for position in 0..pending.len() {
                let at = pending[position];
                let clause = Rc::clone(&self.clauses[at]);
                let mut kept = Vec::new();
                let mut n_failed = 0;
                for &literal in clause.iter() {
                    match self.status(literal, 6) {
                        Some(false) => continue,
                        Some(true) => {
                            kept.push(literal);
                            continue;
                        }
                        None => {}
                    }
                    if self.fails(literal, &pending, at)? {
                        n_failed += 1;
                    } else {
                        kept.push(literal);
                    }
                }
                if n_failed == 0 {
                    continue;
                }
                match kept.as_slice() {
                    [] => return Err(Stop::Conflict),
                    [unit] => {
                        let n_clauses = self.clauses.len();
                        self.assert(*unit)?;
                        pending.remove(position);
                        pending.extend(n_clauses..self.clauses.len());
                    }
                    _ => {
                        let n_clauses = self.clauses.len();
                        self.clause(kept);
                        pending[position] = n_clauses;
                    }
                }
                pending = self.propagate(pending)?;
                continue 'again;
            }
            return Ok(pending);
        }
    }

    /// Whether a literal leads to a conflict by propagation alone.
    fn fails(&mut self, literal: F, pending: &[usize], at: usize) -> Result<bool, Stop> {
        let (mark, n_trail, n_clauses) = (self.facts.mark(), self.trail.len(), self.clauses.len());
        let note = self.note.take();
        let mut flow = self.assert(literal);
        if flow.is_ok() {
            let mut rest: Vec<usize> = pending.iter().copied().filter(|&other| other != at).collect();
            rest.extend(n_clauses..self.clauses.len());
            flow = self.propagate(rest).map(|_| ());
        }
        self.undo(mark, n_trail, n_clauses);
        // A conflict that rests on a doubt is none.
        let doubtful = std::mem::replace(&mut self.note, note).is_some();
        match flow {
            Ok(()) => Ok(false),
            Err(Stop::Conflict) => Ok(!doubtful),
            Err(Stop::Found(value)) => Err(Stop::Found(value)),
        }
    }
}
