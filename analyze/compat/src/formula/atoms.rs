//! Sets of types, numeric ranges and spans of counts.

use std::ops::{BitAnd, BitOr};
use std::rc::Rc;

use num_traits::One;

use crate::value::{Json, Rational};

/// A set of the six types. `integer` is a number that is a multiple of 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Types(u8);

impl Types {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const NUMBER: Self = Self(4);
    pub(crate) const STRING: Self = Self(8);
    pub(crate) const ARRAY: Self = Self(16);
    pub(crate) const OBJECT: Self = Self(32);
    pub(crate) const ALL: Self = Self(63);
    pub(crate) const EACH: [Self; 6] = [
        Self::NULL,
        Self::BOOLEAN,
        Self::NUMBER,
        Self::STRING,
        Self::ARRAY,
        Self::OBJECT,
    ];

    pub(crate) fn not(self) -> Self {
        Self(!self.0 & 63)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    pub(crate) fn of(value: &Json) -> Self {
        match value {
            Json::Null => Self::NULL,
            Json::Bool(_) => Self::BOOLEAN,
            Json::Number(_) | Json::Odd(_) => Self::NUMBER,
            Json::String(_) => Self::STRING,
            Json::Array(_) => Self::ARRAY,
            Json::Object(_) => Self::OBJECT,
        }
    }
}

impl BitAnd for Types {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Types {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// One end of a range.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bound {
    pub(crate) at: Rc<Rational>,
    /// Whether the end itself is left out.
    pub(crate) open: bool,
}

/// A range of numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Range {
    pub(crate) low: Option<Bound>,
    pub(crate) high: Option<Bound>,
}

impl Range {
    pub(crate) fn meet(&self, other: &Self) -> Self {
        let pick = |a: &Option<Bound>, b: &Option<Bound>, low: bool| match (a, b) {
            (None, other) | (other, None) => other.clone(),
            (Some(a), Some(b)) => {
                let a_is_tighter = if a.at == b.at { a.open } else { (a.at > b.at) == low };
                Some(if a_is_tighter { a.clone() } else { b.clone() })
            }
        };
        Self {
            low: pick(&self.low, &other.low, true),
            high: pick(&self.high, &other.high, false),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) => low.at > high.at || low.at == high.at && (low.open || high.open),
            _ => false,
        }
    }

    pub(crate) fn contains(&self, value: &Rational) -> bool {
        let above = self
            .low
            .as_ref()
            .is_none_or(|low| *value > *low.at || !low.open && *value == *low.at);
        let below = self
            .high
            .as_ref()
            .is_none_or(|high| *value < *high.at || !high.open && *value == *high.at);
        above && below
    }

    /// Whether this lies within the other.
    pub(crate) fn within(&self, other: &Self) -> bool {
        self.meet(other) == *self
    }

    /// Both ends moved inwards onto multiples of `step`.
    pub(crate) fn round(&self, step: &Rational) -> Self {
        let low = self.low.as_ref().map(|low| {
            let mut n = (&*low.at / step).ceil();
            if low.open && &n * step == *low.at {
                n += Rational::one();
            }
            Bound {
                at: Rc::new(n * step),
                open: false,
            }
        });
        let high = self.high.as_ref().map(|high| {
            let mut n = (&*high.at / step).floor();
            if high.open && &n * step == *high.at {
                n -= Rational::one();
            }
            Bound {
                at: Rc::new(n * step),
                open: false,
            }
        });
        Self { low, high }
    }
}

/// A span of counts, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Span {
    pub(crate) min: u64,
    pub(crate) max: u64,
}

impl Span {
    pub(crate) const ALL: Self = Self { min: 0, max: u64::MAX };

    pub(crate) fn meet(self, other: Self) -> Self {
        Self {
            min: self.min.max(other.min),
            max: self.max.min(other.max),
        }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.min > self.max
    }

    pub(crate) fn contains(self, count: u64) -> bool {
        (self.min..=self.max).contains(&count)
    }

    pub(crate) fn within(self, other: Self) -> bool {
        other.min <= self.min && self.max <= other.max
    }

    /// The counts outside: below and above.
    pub(crate) fn outside(self) -> impl Iterator<Item = Self> {
        let below = (self.min > 0).then(|| Self {
            min: 0,
            max: self.min - 1,
        });
        let above = (self.max < u64::MAX).then(|| Self {
            min: self.max + 1,
            max: u64::MAX,
        });
        below.into_iter().chain(above)
    }
}
