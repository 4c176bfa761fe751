//! Cheap proofs that branches exclude each other: by type, by range, by constants, by a tag.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{F, Node, Range, Types, World};
use crate::limits::DISJOINT_BRANCHES_MAX;
use crate::value::ValueId;

/// What is known of a branch at a glance.
#[derive(Default)]
struct Outline {
    types: Option<Types>,
    values: Option<Rc<[ValueId]>>,
    range: Range,
    /// Required members with their possible constants.
    tags: BTreeMap<ValueId, Rc<[ValueId]>>,
    required: Vec<ValueId>,
    forbidden: Vec<ValueId>,
}

impl World {
    pub(super) fn pairwise_disjoint(&self, parts: &[F]) -> bool {
        if parts.len() > DISJOINT_BRANCHES_MAX {
            return false;
        }
        let outlines: Vec<Outline> = parts.iter().map(|&part| self.outline(part)).collect();
        outlines
            .iter()
            .enumerate()
            .all(|(n, a)| outlines[..n].iter().all(|b| disjoint(a, b)))
    }

    fn outline(&self, part: F) -> Outline {
        let mut outline = Outline {
            types: Some(self.can_hold(part)),
            ..Outline::default()
        };
        let alone = [part];
        let parts: &[F] = match self.node(part) {
            Node::All(parts) if !part.is_negated() => parts,
            _ => &alone,
        };
        let mut constants: BTreeMap<ValueId, Rc<[ValueId]>> = BTreeMap::new();
        for &part in parts {
            match (self.node(part), part.is_negated()) {
                (Node::Enum(values), false) => outline.values = Some(Rc::clone(values)),
                (Node::Range(range), false) => outline.range = range.clone(),
                (Node::Members { names, all }, negated) => {
                    let Some(name) = self.single_name(*names) else { continue };
                    if negated {
                        outline.required.push(name);
                    } else if *all == F::FALSE {
                        outline.forbidden.push(name);
                    }
                    let value = if negated { all.not() } else { *all };
                    if let Some(values) = self.constants_of(value) {
                        constants.insert(name, values);
                    }
                }
                _ => {}
            }
        }
        outline.tags = constants
            .into_iter()
            .filter(|(name, _)| outline.required.contains(name))
            .collect();
        outline
    }

    /// The only name that a name formula allows.
    pub(crate) fn single_name(&self, names: F) -> Option<ValueId> {
        match (self.node(names), names.is_negated()) {
            (Node::Enum(values), false) if values.len() == 1 => Some(values[0]),
            _ => None,
        }
    }

    fn constants_of(&self, f: F) -> Option<Rc<[ValueId]>> {
        if f.is_negated() {
            return None;
        }
        match self.node(f) {
            Node::Enum(values) => Some(Rc::clone(values)),
            Node::All(parts) => parts
                .iter()
                .find_map(|&part| match (self.node(part), part.is_negated()) {
                    (Node::Enum(values), false) => Some(Rc::clone(values)),
                    _ => None,
                }),
            _ => None,
        }
    }
}

fn disjoint(a: &Outline, b: &Outline) -> bool {
    let types = a.types.unwrap_or(Types::ALL) & b.types.unwrap_or(Types::ALL);
    if types.is_empty() {
        return true;
    }
    if let (Some(x), Some(y)) = (&a.values, &b.values)
        && apart(x, y)
    {
        return true;
    }
    if types == Types::NUMBER && a.range.meet(&b.range).is_empty() {
        return true;
    }
    types == Types::OBJECT
        && (a.required.iter().any(|name| b.forbidden.contains(name))
            || b.required.iter().any(|name| a.forbidden.contains(name))
            || a.tags
                .iter()
                .any(|(name, x)| b.tags.get(name).is_some_and(|y| apart(x, y))))
}

fn apart(x: &[ValueId], y: &[ValueId]) -> bool {
    let (small, large) = if x.len() < y.len() { (x, y) } else { (y, x) };
    small.iter().all(|value| large.binary_search(value).is_err())
}
