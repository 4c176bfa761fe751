//! Values for several goals that must differ from each other: a matching, built by augmenting paths.

use super::{Answer, Solver};
use crate::formula::F;
use crate::value::ValueId;
use crate::verdict::Reason;

/// One value per goal, no two the same; None where there is no such choice.
pub(super) fn distinct(solver: &mut Solver<'_>, goals: &[F], note: &mut Option<Reason>) -> Option<Vec<ValueId>> {
    let mut chosen: Vec<ValueId> = Vec::with_capacity(goals.len());
    for at in 0..goals.len() {
        let mut visited = Vec::new();
        let value = place(solver, goals, at, &mut chosen, &mut visited, note)?;
        chosen.push(value);
    }
    Some(chosen)
}

/// A value for goal `at` that no other one holds, moving others out of the way where they can move.
fn place(
    solver: &mut Solver<'_>,
    goals: &[F],
    at: usize,
    chosen: &mut Vec<ValueId>,
    visited: &mut Vec<ValueId>,
    note: &mut Option<Reason>,
) -> Option<ValueId> {
    let free = solver.world.enumeration(chosen.clone()).not();
    let goal = solver.world.all(vec![goals[at], free]);
    match solver.solve(goal) {
        Answer::Some(value) => return Some(value),
        Answer::None => {}
        Answer::Unknown(reason) => {
            note.get_or_insert(reason);
            return None;
        }
    }
    if !solver.world.descend() {
        note.get_or_insert(Reason::Limit("instance-depth"));
        return None;
    }
    let moved = displace(solver, goals, at, chosen, visited, note);
    solver.world.ascend();
    moved
}

/// Every value of the goal is taken: takes one whose holder can move.
fn displace(
    solver: &mut Solver<'_>,
    goals: &[F],
    at: usize,
    chosen: &mut Vec<ValueId>,
    visited: &mut Vec<ValueId>,
    note: &mut Option<Reason>,
) -> Option<ValueId> {
    for holder in 0..chosen.len() {
        let value = chosen[holder];
        if holder == at || visited.contains(&value) || solver.world.eval(goals[at], value) != Some(true) {
            continue;
        }
        visited.push(value);
        if let Some(other) = place(solver, goals, holder, chosen, visited, note) {
            chosen[holder] = other;
            return Some(value);
        }
    }
    None
}
