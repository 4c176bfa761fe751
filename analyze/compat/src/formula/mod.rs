//! Schemas as formulas: hash-consed, with negation on the edge, and without drafts, references or annotations.
//!
//! A typed atom such as `Length` says something about one type only and holds for every other one, as the keywords do.
//! Equal formulas have equal ids, so comparing subtrees costs nothing.

mod atoms;
mod conjunction;
mod disjoint;
mod store;

pub(crate) use conjunction::lcm;

use std::rc::Rc;

pub(crate) use atoms::{Bound, Range, Span, Types};
pub(crate) use store::World;

use crate::regex::PatternId;
use crate::value::{Rational, ValueId};

/// A formula or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct F(u32);

impl F {
    pub(crate) const TRUE: Self = Self(0);
    pub(crate) const FALSE: Self = Self(1);

    pub(crate) fn not(self) -> Self {
        Self(self.0 ^ 1)
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    fn index(self) -> usize {
        (self.0 >> 1) as usize
    }
}

/// What a formula is made of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Node {
    True,
    /// The instance has one of these types.
    Types(Types),
    /// The instance is one of these values, sorted by id.
    Enum(Rc<[ValueId]>),
    /// A number lies within.
    Range(Range),
    /// A number is a multiple.
    MultipleOf(Rc<Rational>),
    /// The code points of a string.
    Length(Span),
    /// A string matches.
    Pattern(PatternId),
    /// A string has a format, by its name; only where formats assert.
    Format(ValueId),
    /// The elements of an array.
    ItemCount(Span),
    /// Elements with an index in `from..to` satisfy `all`.
    Items {
        from: u64,
        to: u64,
        all: F,
    },
    /// The number of elements that satisfy `of`.
    Contains {
        of: F,
        span: Span,
    },
    /// Elements differ.
    Unique,
    /// The members of an object.
    MemberCount(Span),
    /// Members whose name satisfies `names` have a value that satisfies `all`.
    Members {
        names: F,
        all: F,
    },
    /// All of these hold; sorted, flat, at least two.
    All(Rc<[F]>),
    /// Exactly one of these holds; sorted, may repeat.
    One(Rc<[F]>),
    /// If the first holds the second does, else the third.
    If(F, F, F),
    /// A schema that was being read when it was referred to.
    Later(u32),
    /// Something whose meaning is not known; equal only to itself.
    Opaque(u32),
}
