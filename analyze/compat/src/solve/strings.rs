//! Strings: a span of lengths, patterns, formats, strings to avoid.

use super::facts::Facts;
use super::{Answer, Solver};
use crate::formats::{EXAMPLES, contradict};
use crate::formula::Span;
use crate::limits::STRING_BUILT_MAX;
use crate::regex::{Found, PatternId, Query};
use crate::value::ValueId;
use crate::verdict::Reason;

/// A string that satisfies the facts.
pub(super) fn decide(solver: &mut Solver<'_>, facts: &Facts) -> Answer {
    let span = facts.span();
    if span.is_empty() {
        return Answer::None;
    }
    if contradict(solver.world, &facts.formats) {
        return Answer::None;
    }
    let regular = |id: &PatternId| solver.world.patterns.is_regular(*id);
    let all_regular = facts.accepted.iter().chain(&facts.refused).all(regular);
    if facts.accepted.is_empty() && facts.refused.is_empty() && facts.formats.is_empty() {
        return without_patterns(solver, facts, span);
    }
    let query = Query {
        accepted: facts.accepted.iter().copied().filter(regular).collect(),
        refused: facts.refused.iter().copied().filter(regular).collect(),
        length_min: span.min,
        length_max: (span.max < u64::MAX).then_some(span.max),
        excluded: excluded(solver, facts),
    };
    let found = {
        let world = &mut *solver.world;
        let (steps, limit) = (&mut world.steps, world.fuel);
        world.patterns.find(&query, &mut |n| {
            *steps += n;
            *steps <= limit
        })
    };
    match found {
        Found::Nothing => Answer::None,
        Found::Text(text) if all_regular && facts.formats.is_empty() => Answer::Some(solver.world.values.string(&text)),
        Found::Text(text) => guess(solver, facts, Some(&text)),
        Found::GaveUp => guess(solver, facts, None),
    }
}

fn excluded(solver: &Solver<'_>, facts: &Facts) -> Vec<String> {
    facts
        .excluded
        .iter()
        .filter_map(|&value| solver.world.values.as_str(value))
        .map(|text| text.to_string())
        .collect()
}

/// The facts leave so many strings that one of the first few will do, unless only the empty one is left.
fn without_patterns(solver: &mut Solver<'_>, facts: &Facts, span: Span) -> Answer {
    let excluded = excluded(solver, facts);
    if span.min == 0 && !excluded.iter().any(String::is_empty) {
        return Answer::Some(solver.world.values.string(""));
    }
    if span.max == 0 {
        return Answer::None;
    }
    let Ok(len) = usize::try_from(span.min.max(1)) else {
        return Answer::Unknown(Reason::Limit("string-built"));
    };
    if len > STRING_BUILT_MAX {
        return Answer::Unknown(Reason::Limit("string-built"));
    }
    let filler = "a".repeat(len - 1);
    let letters = ('a'..='z')
        .chain('0'..='9')
        .chain('A'..='Z')
        .chain(('\u{a1}'..='\u{ff}').chain('\u{100}'..='\u{10ffff}'));
    for last in letters {
        let text = format!("{filler}{last}");
        if !excluded.contains(&text) {
            return Answer::Some(solver.world.values.string(&text));
        }
    }
    Answer::Unknown(Reason::Limit("string-built"))
}

/// Candidates for patterns that automata can't take, and for formats.
fn guess(solver: &mut Solver<'_>, facts: &Facts, found: Option<&str>) -> Answer {
    let mut candidates: Vec<String> = found.into_iter().map(String::from).collect();
    for &id in facts.accepted.iter().chain(&facts.refused) {
        candidates.extend(solver.world.patterns.samples(id));
    }
    let texts: Vec<ValueId> = solver.texts.clone();
    candidates.extend(
        texts
            .iter()
            .filter_map(|&text| solver.world.values.as_str(text))
            .map(|text| text.to_string()),
    );
    candidates.extend(EXAMPLES.iter().map(|&(_, text)| text.to_owned()));
    candidates.extend(["", "a", "A", "0", " ", "aa", "a1", "-", "\n", "é"].map(String::from));
    let span = facts.span();
    for text in candidates {
        if !solver.world.charge(1) {
            return Answer::Unknown(Reason::Fuel);
        }
        let world = &*solver.world;
        let fits = span.contains(text.chars().count() as u64)
            && facts
                .accepted
                .iter()
                .all(|&id| world.patterns.matches(id, &text) == Some(true))
            && facts
                .refused
                .iter()
                .all(|&id| world.patterns.matches(id, &text) == Some(false));
        if fits {
            let value = solver.world.values.string(&text);
            let formatted = facts
                .formats
                .iter()
                .all(|&(name, held)| solver.world.has_format(name, value) == Some(held));
            if formatted && !facts.excluded.contains(&value) {
                return Answer::Some(value);
            }
        }
    }
    Answer::Unknown(if facts.formats.is_empty() {
        Reason::Irregular("pattern".to_owned())
    } else {
        Reason::Limit("formats")
    })
}
