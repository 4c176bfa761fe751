//! Whether a value satisfies a formula: yes, no, or not known.

use std::collections::BTreeSet;

use crate::formula::{F, Node, Span, World};
use crate::value::ValueId;

impl World {
    /// None where the formula holds something opaque that matters, or a bound was reached.
    pub(crate) fn eval(&mut self, f: F, value: ValueId) -> Option<bool> {
        let held = self.eval_positive(f, value);
        if f.is_negated() { held.map(|held| !held) } else { held }
    }

    fn eval_positive(&mut self, f: F, value: ValueId) -> Option<bool> {
        let of = crate::formula::Types::of(self.values.get(value));
        let positive = if f.is_negated() { f.not() } else { f };
        if !self.can_fail(positive).meets(of) {
            return Some(true);
        }
        if !self.can_hold(positive).meets(of) {
            return Some(false);
        }
        let composite = self.values.depth(value) > 0;
        if composite && let Some(&known) = self.evaluated.get(&(positive, value)) {
            return Some(known);
        }
        if !self.charge(1) || !self.descend() {
            return None;
        }
        let held = self.eval_node(positive, value);
        self.ascend();
        if let (true, Some(held)) = (composite, held) {
            self.evaluated.insert((positive, value), held);
        }
        held
    }

    fn eval_node(&mut self, f: F, value: ValueId) -> Option<bool> {
        match self.node(f).clone() {
            Node::True => Some(true),
            Node::Types(types) => Some(types.meets(crate::formula::Types::of(self.values.get(value)))),
            Node::Enum(values) => Some(values.binary_search(&value).is_ok()),
            Node::Range(range) => self.values.as_number(value).map(|number| range.contains(number)),
            Node::MultipleOf(step) => self
                .values
                .as_number(value)
                .map(|number| (&**number / &*step).is_integer()),
            Node::Length(span) => {
                let text = self.values.as_str(value)?;
                Some(span.contains(text.chars().count() as u64))
            }
            Node::Pattern(pattern) => {
                let text = self.values.as_str(value)?;
                self.patterns.matches(pattern, text)
            }
            Node::Format(name) => self.has_format(name, value),
            Node::Opaque(_) => None,
            Node::ItemCount(span) => Some(span.contains(self.values.items(value)?.len() as u64)),
            Node::Items { from, to, all } => {
                let items = self.values.items(value)?;
                let len = items.len() as u64;
                let range = usize::try_from(from.min(len)).ok()?..usize::try_from(to.min(len)).ok()?;
                every(items[range].iter().map(|&item| self.eval(all, item)))
            }
            Node::Contains { of, span } => self.eval_contains(of, span, value),
            Node::Unique => {
                let items = self.values.items(value)?;
                Some(items.iter().collect::<BTreeSet<_>>().len() == items.len())
            }
            Node::MemberCount(span) => Some(span.contains(self.values.members(value)?.len() as u64)),
            Node::Members { names, all } => {
                if let Some(name) = self.single_name(names) {
                    return self
                        .values
                        .member(value, name)
                        .map_or(Some(true), |member| self.eval(all, member));
                }
                let members = self.values.members(value)?;
                every(members.iter().map(|&(name, member)| match self.eval(names, name) {
                    Some(false) => Some(true),
                    named => match (self.eval(all, member), named) {
                        (Some(true), _) => Some(true),
                        (held, Some(true)) => held,
                        _ => None,
                    },
                }))
            }
            Node::All(parts) => every(parts.iter().map(|&part| self.eval(part, value))),
            Node::One(parts) => self.eval_one(&parts, value),
            Node::If(test, then, other) => match self.eval(test, value) {
                Some(true) => self.eval(then, value),
                Some(false) => self.eval(other, value),
                None => {
                    let (then, other) = (self.eval(then, value), self.eval(other, value));
                    if then == other { then } else { None }
                }
            },
            Node::Later(_) => {
                let target = self.deref(f);
                if target == f { None } else { self.eval(target, value) }
            }
        }
    }

    fn eval_contains(&mut self, of: F, span: Span, value: ValueId) -> Option<bool> {
        let items = self.values.items(value)?;
        let (mut found, mut unknown) = (0, 0);
        for &item in items.iter() {
            match self.eval(of, item) {
                Some(true) => found += 1,
                Some(false) => {}
                None => unknown += 1,
            }
        }
        let counts = Span {
            min: found,
            max: found + unknown,
        };
        if counts.within(span) {
            Some(true)
        } else if counts.meet(span).is_empty() {
            Some(false)
        } else {
            None
        }
    }

    fn eval_one(&mut self, parts: &[F], value: ValueId) -> Option<bool> {
        let (mut held, mut unknown) = (0, false);
        for &part in parts {
            match self.eval(part, value) {
                Some(true) => held += 1,
                Some(false) => {}
                None => unknown = true,
            }
            if held > 1 {
                return Some(false);
            }
        }
        if unknown { None } else { Some(held == 1) }
    }
}

/// A conjunction of three-valued answers; stops at the first no.
fn every(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(true);
    for answer in answers {
        match answer {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}
