//! Member names that no schema mentions.

use super::members::Build;
use super::{Answer, Solver};
use crate::formula::{F, Span, Types};
use crate::limits::NAME_LANGUAGES_MAX;
use crate::value::ValueId;
use crate::verdict::Reason;

/// A fresh name in the language `names` whose value can satisfy `some` and all that the name's languages ask; and that goal.
pub(super) fn fresh(solver: &mut Solver<'_>, build: &mut Build<'_>, names: F, some: F) -> Option<(ValueId, F)> {
    let mut taken = build.mentioned.clone();
    taken.extend(build.chosen.keys());
    let taken = solver.world.enumeration(taken);
    let string = solver.world.types(Types::STRING);
    let base = solver.world.all(vec![string, taken.not(), names]);
    let readable = solver.world.span(Span { min: 1, ..Span::ALL }, Types::STRING);
    let liked = solver.world.all(vec![base, readable]);
    if let Some(found) = quick(solver, build, liked, some) {
        return Some(found);
    }
    if build.general.len() > NAME_LANGUAGES_MAX {
        build.note(Reason::Limit("name-languages"));
        return None;
    }
    classes(solver, build, base, some, 0)
}

/// The first name that comes to mind.
fn quick(solver: &mut Solver<'_>, build: &mut Build<'_>, names: F, some: F) -> Option<(ValueId, F)> {
    let Answer::Some(name) = solver.solve(names) else {
        return None;
    };
    let goal = build.goal(solver, name);
    let goal = solver.world.all(vec![goal, some]);
    matches!(solver.solve(goal), Answer::Some(_)).then_some((name, goal))
}

/// Splits the names by the remaining languages, which decide what the value must satisfy.
fn classes(solver: &mut Solver<'_>, build: &mut Build<'_>, names: F, value: F, at: usize) -> Option<(ValueId, F)> {
    if names == F::FALSE || value == F::FALSE {
        return None;
    }
    let name = match solver.solve(names) {
        Answer::Some(name) => name,
        Answer::None => return None,
        Answer::Unknown(reason) => {
            build.note(reason);
            return None;
        }
    };
    match solver.solve(value) {
        Answer::Some(_) => {}
        Answer::None => return None,
        Answer::Unknown(reason) => {
            build.note(reason);
            return None;
        }
    }
    let Some(&(language, all)) = build.general.get(at) else {
        return Some((name, value));
    };
    let outside = solver.world.all(vec![names, language.not()]);
    if let Some(found) = classes(solver, build, outside, value, at + 1) {
        return Some(found);
    }
    let inside = solver.world.all(vec![names, language]);
    let value = solver.world.all(vec![value, all]);
    classes(solver, build, inside, value, at + 1)
}
