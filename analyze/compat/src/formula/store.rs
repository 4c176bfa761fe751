//! The table of formulas, and everything that one comparison shares.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{F, Node, Range, Span, Types};
use crate::confirm::Confirmer;
use crate::limits::FRAMES_MAX;
use crate::regex::Patterns;
use crate::value::{Rational, ValueId, Values};
use crate::verdict::Reason;

/// The formulas. For each one, the types of instances for which it can hold and for which it can fail, both as supersets.
pub(crate) struct Formulas {
    nodes: Vec<Node>,
    can_hold: Vec<Types>,
    can_fail: Vec<Types>,
    index: BTreeMap<Node, u32>,
    /// Conjunctions that were built, by their sorted parts.
    pub(super) conjunctions: BTreeMap<Box<[F]>, F>,
    /// What each [`Node::Later`] turned out to be.
    later: Vec<Option<F>>,
    opaque: Vec<Reason>,
}

/// Values, patterns, formulas and the fuel of one comparison.
pub(crate) struct World {
    pub(crate) values: Values,
    pub(crate) patterns: Patterns,
    pub(crate) formulas: Formulas,
    pub(crate) steps: u64,
    pub(crate) fuel: u64,
    /// Open calls of the recursive walks, which use the host stack.
    /// Answers of the evaluator about arrays and objects.
    pub(crate) evaluated: BTreeMap<(F, ValueId), bool>,
    /// Checkers of the formats met so far.
    pub(crate) formats: BTreeMap<ValueId, Option<Confirmer>>,
    frames: u32,
    frames_max: u32,
    /// Whether `frames_max` was reached.
    pub(crate) too_deep: bool,
}

impl World {
    pub(crate) fn new(fuel: u64, frames_max: u32) -> Self {
        let formulas = Formulas {
            nodes: Vec::new(),
            can_hold: Vec::new(),
            can_fail: Vec::new(),
            index: BTreeMap::new(),
            conjunctions: BTreeMap::new(),
            later: Vec::new(),
            opaque: Vec::new(),
        };
        let mut world = Self {
            values: Values::new(),
            patterns: Patterns::default(),
            formulas,
            steps: 0,
            fuel,
            evaluated: BTreeMap::new(),
            formats: BTreeMap::new(),
            frames: 0,
            frames_max,
            too_deep: false,
        };
        world.intern(Node::True);
        world
    }

    /// Charges steps; false when the fuel is used up.
    pub(crate) fn charge(&mut self, steps: u64) -> bool {
        self.steps += steps;
        self.steps <= self.fuel
    }

    /// Whether this runs on a stack of our own.
    pub(crate) fn is_deep(&self) -> bool {
        self.frames_max > FRAMES_MAX
    }

    /// Enters a recursive call, to be left by [`World::ascend`]; false at the bound, where nothing is to be left.
    pub(crate) fn descend(&mut self) -> bool {
        if self.frames >= self.frames_max {
            self.too_deep = true;
            return false;
        }
        self.frames += 1;
        true
    }

    pub(crate) fn ascend(&mut self) {
        self.frames -= 1;
    }

    pub(crate) fn node(&self, f: F) -> &Node {
        &self.formulas.nodes[f.index()]
    }

    /// Types of instances for which the formula can hold.
    pub(crate) fn can_hold(&self, f: F) -> Types {
        if f.is_negated() {
            self.formulas.can_fail[f.index()]
        } else {
            self.formulas.can_hold[f.index()]
        }
    }

    /// Types of instances for which the formula can fail.
    pub(crate) fn can_fail(&self, f: F) -> Types {
        self.can_hold(f.not())
    }

    pub(super) fn intern(&mut self, node: Node) -> F {
        if let Some(&id) = self.formulas.index.get(&node) {
            return F(id << 1);
        }
        let (can_hold, can_fail) = self.masks(&node);
        let id = u32::try_from(self.formulas.nodes.len()).expect("fuel ends before four thousand million formulas");
        self.formulas.nodes.push(node.clone());
        self.formulas.can_hold.push(can_hold);
        self.formulas.can_fail.push(can_fail);
        self.formulas.index.insert(node, id);
        F(id << 1)
    }

    fn masks(&self, node: &Node) -> (Types, Types) {
        match node {
            Node::True => (Types::ALL, Types::NONE),
            Node::Types(types) => (*types, types.not()),
            Node::Enum(values) => {
                let mut held = Types::NONE;
                let mut always = Types::NONE;
                for &value in values.iter() {
                    held = held | Types::of(self.values.get(value));
                }
                let has = |value: ValueId| values.binary_search(&value).is_ok();
                if has(Values::NULL) {
                    always = always | Types::NULL;
                }
                if has(Values::TRUE) && has(Values::FALSE) {
                    always = always | Types::BOOLEAN;
                }
                (held, always.not())
            }
            Node::Range(_) | Node::MultipleOf(_) => (Types::ALL, Types::NUMBER),
            Node::Length(_) | Node::Pattern(_) | Node::Format(_) => (Types::ALL, Types::STRING),
            Node::ItemCount(_) | Node::Items { .. } | Node::Contains { .. } | Node::Unique => {
                (Types::ALL, Types::ARRAY)
            }
            Node::MemberCount(_) | Node::Members { .. } => (Types::ALL, Types::OBJECT),
            Node::All(parts) => parts.iter().fold((Types::ALL, Types::NONE), |(hold, fail), &part| {
                (hold & self.can_hold(part), fail | self.can_fail(part))
            }),
            Node::One(parts) => self.masks_of_one(parts),
            Node::If(test, then, other) => {
                let pick = |a: Types, b: Types| self.can_hold(*test) & a | self.can_fail(*test) & b;
                (
                    pick(self.can_hold(*then), self.can_hold(*other)),
                    pick(self.can_fail(*then), self.can_fail(*other)),
                )
            }
            Node::Later(_) | Node::Opaque(_) => (Types::ALL, Types::ALL),
        }
    }

    fn masks_of_one(&self, parts: &[F]) -> (Types, Types) {
        let mut hold = Types::NONE;
        let mut fail = Types::NONE;
        for each in Types::EACH {
            let n_possible = parts.iter().filter(|&&part| self.can_hold(part).meets(each)).count();
            let n_certain = parts.iter().filter(|&&part| !self.can_fail(part).meets(each)).count();
            if n_possible > 0 && n_certain < 2 {
                hold = hold | each;
            }
            if !(n_certain == 1 && n_possible == 1) {
                fail = fail | each;
            }
        }
        (hold, fail)
    }

    pub(crate) fn types(&mut self, types: Types) -> F {
        if types == Types::ALL {
            F::TRUE
        } else if types.is_empty() {
            F::FALSE
        } else {
            self.intern(Node::Types(types))
        }
    }

    /// One of these values, in any order, with repetitions.
    pub(crate) fn enumeration(&mut self, values: Vec<ValueId>) -> F {
        if values.iter().any(|&value| !self.values.is_exact(value)) {
            return self.opaque(Reason::Limit("exponent"));
        }
        let mut values = values;
        values.sort_unstable();
        values.dedup();
        let whole = match *values.as_slice() {
            [] => return F::FALSE,
            [Values::NULL] => Types::NULL,
            [Values::FALSE, Values::TRUE] => Types::BOOLEAN,
            [Values::NULL, Values::FALSE, Values::TRUE] => Types::NULL | Types::BOOLEAN,
            _ => return self.intern(Node::Enum(values.into())),
        };
        self.types(whole)
    }

    pub(crate) fn constant(&mut self, value: ValueId) -> F {
        self.enumeration(vec![value])
    }

    pub(crate) fn range(&mut self, range: Range) -> F {
        if range.is_empty() {
            self.types(Types::NUMBER.not())
        } else if range == Range::default() {
            F::TRUE
        } else {
            self.intern(Node::Range(range))
        }
    }

    pub(crate) fn multiple_of(&mut self, step: Rational) -> F {
        self.intern(Node::MultipleOf(Rc::new(step)))
    }

    /// A span of counts for one of the three counted types.
    pub(crate) fn span(&mut self, span: Span, of: Types) -> F {
        if span.is_empty() {
            return self.types(of.not());
        }
        if span == Span::ALL {
            return F::TRUE;
        }
        match of {
            Types::STRING => self.intern(Node::Length(span)),
            Types::ARRAY => self.intern(Node::ItemCount(span)),
            _ => self.intern(Node::MemberCount(span)),
        }
    }

    pub(crate) fn atom(&mut self, node: Node) -> F {
        self.intern(node)
    }

    pub(crate) fn items(&mut self, from: u64, to: u64, all: F) -> F {
        if from >= to || all == F::TRUE {
            F::TRUE
        } else if all == F::FALSE && to == u64::MAX {
            self.span(Span { min: 0, max: from }, Types::ARRAY)
        } else {
            self.intern(Node::Items { from, to, all })
        }
    }

    pub(crate) fn contains(&mut self, of: F, span: Span) -> F {
        if span.is_empty() {
            self.types(Types::ARRAY.not())
        } else if span == Span::ALL {
            F::TRUE
        } else if of == F::TRUE {
            self.span(span, Types::ARRAY)
        } else if of == F::FALSE {
            if span.min == 0 {
                F::TRUE
            } else {
                self.types(Types::ARRAY.not())
            }
        } else {
            self.intern(Node::Contains { of, span })
        }
    }

    pub(crate) fn members(&mut self, names: F, all: F) -> F {
        if names == F::FALSE || all == F::TRUE {
            F::TRUE
        } else if names == F::TRUE && all == F::FALSE {
            self.span(Span { min: 0, max: 0 }, Types::OBJECT)
        } else {
            self.intern(Node::Members { names, all })
        }
    }

    /// An object has this member.
    pub(crate) fn required(&mut self, name: ValueId) -> F {
        let named = self.constant(name);
        let absent = self.members(named, F::FALSE);
        let object = self.types(Types::OBJECT);
        self.all(vec![object, absent]).not()
    }

    pub(crate) fn any(&mut self, parts: Vec<F>) -> F {
        let parts = parts.into_iter().map(F::not).collect();
        self.all(parts).not()
    }

    pub(crate) fn branch(&mut self, test: F, then: F, other: F) -> F {
        if test == F::TRUE || then == other {
            then
        } else if test == F::FALSE {
            other
        } else if test.is_negated() {
            self.branch(test.not(), other, then)
        } else if then == F::TRUE {
            self.any(vec![test, other])
        } else if other == F::TRUE {
            self.any(vec![test.not(), then])
        } else if then == F::FALSE {
            self.all(vec![test.not(), other])
        } else if other == F::FALSE {
            self.all(vec![test, then])
        } else {
            self.intern(Node::If(test, then, other))
        }
    }

    /// A place for a schema that is still being read.
    pub(crate) fn later(&mut self) -> u32 {
        self.formulas.later.push(None);
        u32::try_from(self.formulas.later.len() - 1).unwrap_or(u32::MAX)
    }

    pub(crate) fn resolve_later(&mut self, place: u32, f: F) {
        self.formulas.later[place as usize] = Some(f);
    }

    /// What the formula refers to, where it is a reference whose schema has been read.
    pub(crate) fn deref(&self, f: F) -> F {
        let mut f = f;
        for _ in 0..=self.formulas.later.len() {
            match self.node(f) {
                Node::Later(place) => match self.formulas.later[*place as usize] {
                    Some(target) => f = if f.is_negated() { target.not() } else { target },
                    None => return f,
                },
                _ => return f,
            }
        }
        f
    }

    pub(crate) fn opaque(&mut self, reason: Reason) -> F {
        let known = self.formulas.opaque.iter().position(|known| *known == reason);
        let at = known.unwrap_or_else(|| {
            self.formulas.opaque.push(reason);
            self.formulas.opaque.len() - 1
        });
        self.intern(Node::Opaque(u32::try_from(at).unwrap_or(u32::MAX)))
    }

    /// Whether a reference leads back to itself without a step into the instance; validators do not end on those.
    pub(crate) fn has_endless_reference(&self) -> bool {
        self.formulas.opaque.contains(&Reason::Endless)
    }

    /// The first thing without known meaning, if there is any.
    pub(crate) fn first_opaque(&self) -> Option<Reason> {
        self.formulas.opaque.first().cloned()
    }
}
