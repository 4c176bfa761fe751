//! What the published versions of MCP say.

/// Versions that begin with `initialize`, oldest first.
pub const HANDSHAKE: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The newest version that begins with `initialize`.
pub const HANDSHAKE_NEWEST: &str = "2025-11-25";

/// Versions without handshake, oldest first.
pub const MODERN: [&str; 1] = ["2026-07-28"];

/// Whether that version was published.
pub fn is_published(version: &str) -> bool {
    HANDSHAKE.contains(&version) || MODERN.contains(&version)
}
