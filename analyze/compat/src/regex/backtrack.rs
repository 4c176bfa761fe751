//! A matcher for what automata can't do: lookarounds and backreferences, with a step bound.

use super::class::CharSet;
use super::parse::Ast;
use crate::limits::{BACKTRACK_DEPTH_MAX, BACKTRACK_MAX};

struct Matcher {
    text: Vec<char>,
    steps: u32,
    depth: u32,
    /// Set when a bound was reached; the answer is worth nothing then.
    gave_up: bool,
    groups: Vec<Option<(usize, usize)>>,
}

type Then<'a> = &'a mut dyn FnMut(&mut Matcher, usize) -> bool;

/// Whether the pattern is found in the text; None at the bound.
pub(super) fn search(ast: &Ast, text: &str) -> Option<bool> {
    let mut matcher = Matcher {
        text: text.chars().collect(),
        steps: 0,
        depth: 0,
        gave_up: false,
        groups: vec![None; 100],
    };
    for start in 0..=matcher.text.len() {
        if matcher.step(ast, start, &mut |_, _| true) {
            return if matcher.gave_up { None } else { Some(true) };
        }
        if matcher.gave_up {
            return None;
        }
    }
    Some(false)
}

impl Matcher {
    fn is_word(&self, at: Option<usize>) -> bool {
        at.and_then(|at| self.text.get(at))
            .is_some_and(|&c| CharSet::word().contains(u32::from(c)))
    }

    fn step(&mut self, ast: &Ast, at: usize, then: Then<'_>) -> bool {
        self.steps += 1;
        if self.steps > BACKTRACK_MAX || self.depth > BACKTRACK_DEPTH_MAX {
            self.gave_up = true;
            return false;
        }
        self.depth += 1;
        let found = self.step_inner(ast, at, then);
        self.depth -= 1;
        found
    }

    fn step_inner(&mut self, ast: &Ast, at: usize, then: Then<'_>) -> bool {
        match ast {
            Ast::Empty => then(self, at),
            Ast::Class(set) => match self.text.get(at) {
                Some(&c) if set.contains(u32::from(c)) => then(self, at + 1),
                _ => false,
            },
            Ast::Concat(parts) => self.sequence(parts, at, then),
            Ast::Alt(branches) => branches.iter().any(|branch| self.step(branch, at, then)),
            Ast::Repeat(inner, min, max) => self.repeat(inner, *min, *max, at, then),
            Ast::Start => at == 0 && then(self, at),
            Ast::End => at == self.text.len() && then(self, at),
            Ast::WordEdge(wanted) => {
                let edge = self.is_word(at.checked_sub(1)) != self.is_word(Some(at));
                edge == *wanted && then(self, at)
            }
            Ast::Look(look, inner) => {
                let found = if look.ahead {
                    self.step(inner, at, &mut |_, _| true)
                } else {
                    (0..=at).any(|start| self.step(inner, start, &mut |_, end| end == at))
                };
                !self.gave_up && found != look.negative && then(self, at)
            }
            Ast::Group(number, inner) => {
                let number = *number as usize;
                let before = self.groups.get(number).copied().flatten();
                let found = self.step(inner, at, &mut |matcher, end| {
                    if let Some(slot) = matcher.groups.get_mut(number) {
                        *slot = Some((at, end));
                    }
                    then(matcher, end)
                });
                if !found && let Some(slot) = self.groups.get_mut(number) {
                    *slot = before;
                }
                found
            }
            Ast::Backref(number) => match self.groups.get(*number as usize).copied().flatten() {
                None => then(self, at),
                Some((start, end)) => {
                    let n_chars = end - start;
                    let same = at + n_chars <= self.text.len() && self.text[start..end] == self.text[at..at + n_chars];
                    same && then(self, at + n_chars)
                }
            },
        }
    }

    fn sequence(&mut self, parts: &[Ast], at: usize, then: Then<'_>) -> bool {
        match parts.split_first() {
            None => then(self, at),
            Some((first, rest)) => self.step(first, at, &mut |matcher, at| matcher.sequence(rest, at, then)),
        }
    }

    fn repeat(&mut self, inner: &Ast, min: u32, max: Option<u32>, at: usize, then: Then<'_>) -> bool {
        if max != Some(0) {
            let found = self.step(inner, at, &mut |matcher, end| {
                if end == at && min == 0 {
                    return false;
                }
                matcher.repeat(inner, min.saturating_sub(1), max.map(|max| max - 1), end, then)
            });
            if found {
                return true;
            }
        }
        min == 0 && !self.gave_up && then(self, at)
    }
}
