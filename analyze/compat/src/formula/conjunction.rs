//! Building conjunctions in one canonical form: flat, sorted, atoms of one kind merged, nothing that can't matter.

use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::{F, Node, Range, Span, Types, World};
use crate::value::{Rational, ValueId};

/// The parts of a conjunction, sorted out.
struct Parts {
    types: Types,
    values: Option<Vec<ValueId>>,
    excluded: Vec<ValueId>,
    range: Range,
    step: Option<Rational>,
    length: Span,
    items: Span,
    members: Span,
    rest: Vec<F>,
}

impl World {
    /// All of these hold.
    pub(crate) fn all(&mut self, parts: Vec<F>) -> F {
        match parts.as_slice() {
            [] => return F::TRUE,
            [one] => return self.deref(*one),
            _ => {}
        }
        let mut parts = parts;
        parts.sort_unstable();
        parts.dedup();
        self.steps += parts.len() as u64 / 2;
        if let Some(&known) = self.formulas.conjunctions.get(parts.as_slice()) {
            return known;
        }
        self.steps += 2 + parts.len() as u64;
        let key: Box<[F]> = parts.as_slice().into();
        let built = self.conjunction(parts);
        self.formulas.conjunctions.insert(key, built);
        built
    }

    fn conjunction(&mut self, parts: Vec<F>) -> F {
        let mut sorted = Parts {
            types: Types::ALL,
            values: None,
            excluded: Vec::new(),
            range: Range::default(),
            step: None,
            length: Span::ALL,
            items: Span::ALL,
            members: Span::ALL,
            rest: Vec::new(),
        };
        let mut open = parts;
        while let Some(part) = open.pop() {
            let part = self.deref(part);
            if part == F::FALSE {
                return F::FALSE;
            }
            if let (false, Node::All(inner)) = (part.is_negated(), self.node(part)) {
                open.extend(inner.iter());
            } else {
                self.sort_out(part, &mut sorted);
            }
        }
        self.put_together(sorted)
    }

    fn sort_out(&self, part: F, parts: &mut Parts) {
        match (self.node(part), part.is_negated()) {
            (Node::True, _) => {}
            (Node::Types(types), negated) => {
                parts.types = parts.types & if negated { types.not() } else { *types };
            }
            (Node::Enum(values), false) => {
                parts.values = Some(match parts.values.take() {
                    None => values.to_vec(),
                    Some(known) => known
                        .into_iter()
                        .filter(|value| values.binary_search(value).is_ok())
                        .collect(),
                });
            }
            (Node::Enum(values), true) => parts.excluded.extend(values.iter()),
            (Node::Range(range), false) => parts.range = parts.range.meet(range),
            (Node::MultipleOf(step), false) => {
                parts.step = Some(match parts.step.take() {
                    None => (**step).clone(),
                    Some(known) => lcm(&known, step),
                });
            }
            (Node::Length(span), false) => parts.length = parts.length.meet(*span),
            (Node::ItemCount(span), false) => parts.items = parts.items.meet(*span),
            (Node::MemberCount(span), false) => parts.members = parts.members.meet(*span),
            _ => parts.rest.push(part),
        }
    }

    fn put_together(&mut self, mut parts: Parts) -> F {
        let mut mask = parts.types;
        for &part in &parts.rest {
            mask = mask & self.can_hold(part);
        }
        if let Some(step) = &parts.step {
            parts.range = parts.range.round(step);
        }
        for (empty, of) in [
            (parts.range.is_empty(), Types::NUMBER),
            (parts.length.is_empty(), Types::STRING),
            (parts.items.is_empty(), Types::ARRAY),
            (parts.members.is_empty(), Types::OBJECT),
        ] {
            if empty {
                mask = mask & of.not();
            }
        }
        parts.excluded.sort_unstable();
        parts.excluded.dedup();
        if let Some(values) = &mut parts.values {
            values.retain(|&value| {
                Types::of(self.values.get(value)).within(mask)
                    && parts.excluded.binary_search(&value).is_err()
                    && self.values.as_number(value).is_none_or(|number| {
                        parts.range.contains(number)
                            && parts.step.as_ref().is_none_or(|step| (&**number / step).is_integer())
                    })
            });
            let held = values
                .iter()
                .fold(Types::NONE, |held, &value| held | Types::of(self.values.get(value)));
            mask = mask & held;
            parts.excluded.clear();
            parts.range = Range::default();
            parts.step = None;
        }
        if mask.is_empty() {
            return F::FALSE;
        }
        self.assemble(parts, mask)
    }

    fn assemble(&mut self, parts: Parts, mask: Types) -> F {
        let mut list: Vec<F> = Vec::with_capacity(parts.rest.len() + 4);
        let mut implied = Types::ALL;
        for part in parts.rest {
            if !self.can_fail(part).meets(mask) {
                continue;
            }
            let part = self.narrow(part, mask);
            if part == F::FALSE {
                return F::FALSE;
            }
            implied = implied & self.can_hold(part);
            list.push(part);
        }
        let excluded: Vec<ValueId> = parts
            .excluded
            .into_iter()
            .filter(|&value| Types::of(self.values.get(value)).within(mask))
            .collect();
        let mut atoms = Vec::new();
        if let Some(values) = parts.values {
            atoms.push(self.enumeration(values));
        }
        if !excluded.is_empty() {
            atoms.push(self.enumeration(excluded).not());
        }
        if mask.meets(Types::NUMBER) {
            atoms.push(self.range(parts.range));
            if let Some(step) = parts.step {
                atoms.push(self.multiple_of(step));
            }
        }
        for (span, of) in [
            (parts.length, Types::STRING),
            (parts.items, Types::ARRAY),
            (parts.members, Types::OBJECT),
        ] {
            if mask.meets(of) {
                atoms.push(self.span(span, of));
            }
        }
        for atom in atoms {
            if atom == F::FALSE {
                return F::FALSE;
            }
            implied = implied & self.can_hold(atom);
            list.push(atom);
        }
        if !implied.within(mask) {
            list.push(self.types(mask));
        }
        self.finish(list)
    }

    /// Leaves out of a negated conjunction what holds for every type that is left.
    fn narrow(&mut self, part: F, mask: Types) -> F {
        let (true, Node::All(inner)) = (part.is_negated(), self.node(part)) else {
            return part;
        };
        let inner = Rc::clone(inner);
        let kept: Vec<F> = inner
            .iter()
            .copied()
            .filter(|&f| self.can_fail(f).meets(mask))
            .collect();
        if kept.len() == inner.len() {
            part
        } else {
            self.finish(kept).not()
        }
    }

    fn finish(&mut self, list: Vec<F>) -> F {
        let mut list = list;
        list.retain(|&f| f != F::TRUE);
        list.sort_unstable();
        list.dedup();
        if list.windows(2).any(|pair| pair[0].not() == pair[1]) {
            return F::FALSE;
        }
        // A negated conjunction of one kept part may itself be a positive conjunction.
        if list
            .iter()
            .any(|&f| !f.is_negated() && matches!(self.node(f), Node::All(_)))
            && list.len() > 1
        {
            return self.all(list);
        }
        match list.as_slice() {
            [] => F::TRUE,
            [one] => *one,
            _ => self.intern(Node::All(list.into())),
        }
    }

    /// Exactly one of these holds.
    pub(crate) fn one(&mut self, parts: Vec<F>) -> F {
        let mut parts: Vec<F> = parts
            .into_iter()
            .map(|part| self.deref(part))
            .filter(|&part| part != F::FALSE)
            .collect();
        parts.sort_unstable();
        match *parts.as_slice() {
            [] => return F::FALSE,
            [one] => return one,
            [F::TRUE, other] => return other.not(),
            _ => {}
        }
        if self.pairwise_disjoint(&parts) {
            return self.any(parts);
        }
        self.intern(Node::One(parts.into()))
    }
}

/// The least positive number that is a multiple of both.
pub(crate) fn lcm(a: &Rational, b: &Rational) -> Rational {
    let numer = big_lcm(&(a.numer() * b.denom()), &(b.numer() * a.denom()));
    Rational::new(numer, a.denom() * b.denom())
}

fn big_lcm(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut x, mut y) = (a.abs(), b.abs());
    while !y.is_zero() {
        (x, y) = (y.clone(), x % y);
    }
    if x.is_zero() { x } else { (a * b).abs() / x }
}
