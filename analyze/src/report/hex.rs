//! Digests as text.

use std::fmt::Write as _;

/// Bytes as lower-case hex digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
            let _infallible = write!(out, "{byte:02x}");
            out
        })
}
