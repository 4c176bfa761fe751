//! The last line: how much there is, whether it is all, and its digest.

use serde::{Deserialize, Serialize};

/// The last line of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Footer {
    /// Number of frames.
    pub frames: u64,
    /// Number of events.
    pub events: u64,
    /// Length in bytes of all lines before this one, line feeds included.
    pub bytes: u64,
    /// Whether the plan ran to its end.
    pub complete: bool,
    /// Why it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// SHA-256 of all lines before this one, line feeds included, in hex. It guards against accident, not attack.
    pub sha256: String,
}
