//! Automata of the regular patterns, with assertions on edges that are decided while walking.

use super::class::CharSet;
use super::parse::Ast;
use crate::limits::STATES_MAX;

pub(super) type StateId = u32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Assertion {
    Start,
    End,
    WordEdge(bool),
}

#[derive(Debug)]
pub(super) enum State {
    /// Consumes one code point of the class with that index.
    Class(u32, StateId),
    Split(Vec<StateId>),
    Assert(Assertion, StateId),
    /// The match is complete: whatever follows is accepted.
    All,
}

/// What stands before a place in the string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Before {
    Start,
    Word,
    Other,
}

/// What follows a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum After {
    End,
    Word,
    Other,
}

#[derive(Debug)]
pub(super) struct Nfa {
    pub(super) states: Vec<State>,
    pub(super) classes: Vec<CharSet>,
    pub(super) start: StateId,
    /// Whether a word boundary occurs, so that the walk must remember what stands before.
    pub(super) edges: bool,
}

/// The states that can consume at a place.
pub(super) struct Closure {
    pub(super) consuming: Vec<StateId>,
    /// Whether the match is complete here.
    pub(super) all: bool,
}

impl Nfa {
    /// None where the pattern is not regular, or has too many states.
    pub(super) fn build(ast: &Ast) -> Option<Self> {
        let mut nfa = Self {
            states: vec![State::All],
            classes: Vec::new(),
            start: 0,
            edges: false,
        };
        let body = nfa.add(ast, 0)?;
        nfa.start = if starts_anchored(ast) {
            body
        } else {
            let any = nfa.class(&CharSet::any());
            let looped = nfa.push(State::Split(Vec::new()))?;
            let consume = nfa.push(State::Class(any, looped))?;
            nfa.states[looped as usize] = State::Split(vec![body, consume]);
            looped
        };
        Some(nfa)
    }

    fn push(&mut self, state: State) -> Option<StateId> {
        if self.states.len() >= STATES_MAX {
            return None;
        }
        self.states.push(state);
        u32::try_from(self.states.len() - 1).ok()
    }

    fn class(&mut self, set: &CharSet) -> u32 {
        let at = self.classes.iter().position(|known| known == set).unwrap_or_else(|| {
            self.classes.push(set.clone());
            self.classes.len() - 1
        });
        u32::try_from(at).unwrap_or(u32::MAX)
    }

    /// States that match `ast` and go on at `next`.
    fn add(&mut self, ast: &Ast, next: StateId) -> Option<StateId> {
        match ast {
            Ast::Empty => Some(next),
            Ast::Class(set) => {
                let class = self.class(set);
                self.push(State::Class(class, next))
            }
            Ast::Concat(parts) => parts.iter().rev().try_fold(next, |next, part| self.add(part, next)),
            Ast::Alt(branches) => {
                let starts = branches
                    .iter()
                    .map(|branch| self.add(branch, next))
                    .collect::<Option<Vec<_>>>()?;
                self.push(State::Split(starts))
            }
            Ast::Repeat(inner, min, max) => {
                let mut at = next;
                match max {
                    None => {
                        let looped = self.push(State::Split(Vec::new()))?;
                        let body = self.add(inner, looped)?;
                        self.states[looped as usize] = State::Split(vec![body, next]);
                        at = looped;
                    }
                    Some(max) => {
                        for _ in *min..*max {
                            let body = self.add(inner, at)?;
                            at = self.push(State::Split(vec![body, next]))?;
                        }
                    }
                }
                for _ in 0..*min {
                    at = self.add(inner, at)?;
                }
                Some(at)
            }
            Ast::Start => self.push(State::Assert(Assertion::Start, next)),
            Ast::End => self.push(State::Assert(Assertion::End, next)),
            Ast::WordEdge(wanted) => {
                self.edges = true;
                self.push(State::Assert(Assertion::WordEdge(*wanted), next))
            }
            Ast::Look(..) | Ast::Group(..) | Ast::Backref(_) => None,
        }
    }

    /// Follows the edges that consume nothing.
    pub(super) fn close(&self, from: &[StateId], before: Before, after: After) -> Closure {
        let mut closure = Closure {
            consuming: Vec::new(),
            all: false,
        };
        let mut seen = vec![
            false;
            if from.len() > 1 || self.states.len() < 4096 {
                self.states.len()
            } else {
                0
            }
        ];
        let mut small: Vec<StateId> = Vec::new();
        let mut open: Vec<StateId> = from.to_vec();
        while let Some(id) = open.pop() {
            if seen.is_empty() {
                if small.contains(&id) {
                    continue;
                }
                small.push(id);
            } else if std::mem::replace(&mut seen[id as usize], true) {
                continue;
            }
            match &self.states[id as usize] {
                State::Class(..) => closure.consuming.push(id),
                State::Split(targets) => open.extend(targets),
                State::Assert(assertion, next) => {
                    if holds(*assertion, before, after) {
                        open.push(*next);
                    }
                }
                State::All => closure.all = true,
            }
        }
        closure.consuming.sort_unstable();
        closure
    }

    pub(super) fn matches(&self, text: &str) -> bool {
        let word = CharSet::word();
        let mut states = vec![self.start];
        let mut before = Before::Start;
        for c in text.chars() {
            let c = u32::from(c);
            let is_word = word.contains(c);
            let closure = self.close(&states, before, if is_word { After::Word } else { After::Other });
            if closure.all {
                return true;
            }
            states.clear();
            for id in closure.consuming {
                if let State::Class(class, next) = self.states[id as usize]
                    && self.classes[class as usize].contains(c)
                {
                    states.push(next);
                }
            }
            states.sort_unstable();
            states.dedup();
            if states.is_empty() {
                return false;
            }
            before = if is_word { Before::Word } else { Before::Other };
        }
        self.close(&states, before, After::End).all
    }
}

fn holds(assertion: Assertion, before: Before, after: After) -> bool {
    match assertion {
        Assertion::Start => before == Before::Start,
        Assertion::End => after == After::End,
        Assertion::WordEdge(wanted) => ((before == Before::Word) != (after == After::Word)) == wanted,
    }
}

/// Whether every match begins at the start of the string.
fn starts_anchored(ast: &Ast) -> bool {
    match ast {
        Ast::Start => true,
        Ast::Concat(parts) => parts.first().is_some_and(starts_anchored),
        Ast::Alt(branches) => branches.iter().all(starts_anchored),
        Ast::Repeat(inner, min, _) => *min > 0 && starts_anchored(inner),
        _ => false,
    }
}
