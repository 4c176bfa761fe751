//! Every bound on what a server may send, each with its reason. Reaching one is an event of the snapshot.

/// Bounds of one capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Longest line of stdout, HTTP body or server-sent event in bytes; the rest is counted and digested.
    pub line_bytes_max: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            line_bytes_max: 16 << 20,
        }
    }
}
