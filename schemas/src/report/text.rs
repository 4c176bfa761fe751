//! Text from a server, which nobody may print as it is.

use serde::{Deserialize, Serialize};

/// Text that a server may have chosen. It has no `Display`: reporters escape it for their medium.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Untrusted(String);

impl Untrusted {
    /// Marks a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself, for comparing, measuring and escaping; never for printing.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Escaped as a Rust literal, so that a log can't be poisoned.
impl std::fmt::Debug for Untrusted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl From<&str> for Untrusted {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Untrusted {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}
