//! Patterns of ECMA-262 as languages: reading, splitting off lookarounds, matching, and the search for a string that some
//! patterns accept and others do not.
//!
//! A pattern is searched for, not anchored. `.` does not match line terminators, `\d` and `\w` are ASCII, `$` is the end of
//! the string only. Lengths are code points.

mod backtrack;
mod class;
mod nfa;
mod parse;
mod product;
mod sample;
mod split;

use std::collections::BTreeMap;

pub(crate) use parse::{Ast, parse};
pub(crate) use product::{Found, Query};
pub(crate) use split::{Expr, split};

use nfa::Nfa;

/// A pattern of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PatternId(pub(crate) u32);

struct Pattern {
    ast: Ast,
    /// None where the pattern is not regular or its automaton passes our bound.
    nfa: Option<Nfa>,
}

/// All patterns of one comparison; patterns with the same syntax tree are one.
#[derive(Default)]
pub(crate) struct Patterns {
    list: Vec<Pattern>,
    index: BTreeMap<Ast, PatternId>,
}

impl Patterns {
    pub(crate) fn intern(&mut self, ast: &Ast) -> PatternId {
        if let Some(&id) = self.index.get(ast) {
            return id;
        }
        let id = PatternId(u32::try_from(self.list.len()).expect("patterns are fewer than values"));
        self.list.push(Pattern {
            ast: ast.clone(),
            nfa: Nfa::build(ast),
        });
        self.index.insert(ast.clone(), id);
        id
    }

    pub(crate) fn is_regular(&self, id: PatternId) -> bool {
        self.list[id.0 as usize].nfa.is_some()
    }

    /// Whether the pattern is found in the text; None where backtracking passes its bound.
    pub(crate) fn matches(&self, id: PatternId, text: &str) -> Option<bool> {
        let pattern = &self.list[id.0 as usize];
        match &pattern.nfa {
            Some(nfa) => Some(nfa.matches(text)),
            None => backtrack::search(&pattern.ast, text),
        }
    }

    /// Strings that an irregular pattern might match: walks of its tree that take lookarounds for granted.
    pub(crate) fn samples(&self, id: PatternId) -> Vec<String> {
        sample::samples(&self.list[id.0 as usize].ast)
    }

    fn nfa(&self, id: PatternId) -> Option<&Nfa> {
        self.list[id.0 as usize].nfa.as_ref()
    }
}

/// Whether a pattern has what automata-based engines don't: a lookaround or a backreference.
pub(crate) fn is_irregular(pattern: &str) -> bool {
    parse(pattern).is_some_and(|ast| split::has_look(&ast))
}

/// Whether a pattern is found in a text, by backtracking; None at its bound, or where the pattern is refused.
pub(crate) fn found_in(pattern: &str, text: &str) -> Option<bool> {
    backtrack::search(&parse(pattern)?, text)
}

#[cfg(test)]
mod tests;
