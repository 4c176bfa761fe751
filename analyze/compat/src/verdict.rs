//! What a comparison answers.

use std::fmt;

use crate::change::SchemaChange;

/// What happens to the witness under the schema that does not include it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The instance is invalid there.
    Rejected,
    /// The instance is valid there, but a member that used to be declared has no meaning any more.
    Ignored,
}

/// The answer for one direction.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// Every instance of the left schema is one of the right schema; proved.
    Included,
    /// Some instance is not; two independent validators agree on it.
    NotIncluded {
        /// An instance that the left schema accepts.
        witness: serde_json::Value,
        /// What the right schema does with it.
        effect: Effect,
    },
    /// Neither was shown.
    Unknown {
        /// Why.
        reason: Reason,
    },
}

/// Why neither inclusion nor a witness could be shown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The step budget was used up.
    Fuel,
    /// A named bound was reached.
    Limit(&'static str),
    /// The prover says that the inclusion does not hold, but no witness was confirmed by both validators.
    NoWitness,
    /// A reference leads out of the document, or nowhere.
    Reference(String),
    /// A reference leads back to itself without a step into the instance.
    Endless,
    /// A keyword has a value that its draft does not allow.
    Malformed(String),
    /// A pattern is not regular, and no instance decided the matter.
    Irregular(String),
    /// A keyword whose meaning differs between implementations of its draft.
    Ambiguous(&'static str),
    /// The prover and the validators contradict each other. This is a defect of this crate.
    Contradiction,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fuel => f.write_str("fuel"),
            Self::Limit(name) => write!(f, "limit {name}"),
            Self::NoWitness => f.write_str("no-witness"),
            Self::Reference(uri) => write!(f, "unresolvable reference {uri}"),
            Self::Endless => f.write_str("endless reference"),
            Self::Malformed(keyword) => write!(f, "malformed keyword {keyword}"),
            Self::Irregular(pattern) => write!(f, "irregular pattern {pattern}"),
            Self::Ambiguous(keyword) => write!(f, "ambiguous keyword {keyword}"),
            Self::Contradiction => f.write_str("contradiction"),
        }
    }
}

/// Both directions, and what changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Whether every old instance is a new one.
    pub forward: Verdict,
    /// Whether every new instance is an old one.
    pub backward: Verdict,
    /// The changes, in document order.
    pub changes: Vec<SchemaChange>,
    /// Fuel used, both directions and attribution together.
    pub steps: u64,
}

impl Comparison {
    /// Whether the two schemas provably have the same instances.
    pub fn same_meaning(&self) -> bool {
        self.forward == Verdict::Included && self.backward == Verdict::Included
    }
}
