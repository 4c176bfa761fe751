//! SHA-256 of blocks and texts.

use std::fmt::Write as _;

use mcpward_json::{Value, canonical};
use sha2::{Digest as _, Sha256};

/// `sha256:` and 64 hex digits of a text.
pub fn text_digest(text: &str) -> String {
    let mut out = String::with_capacity(71);
    out.push_str("sha256:");
    for byte in Sha256::digest(text.as_bytes()) {
        write!(out, "{byte:02x}").expect("writing to a string does not fail");
    }
    out
}

/// Digest of a block: its definition in canonical form, and its output shape where it has one.
pub(super) fn block_digest(definition: Value<'_>, shape: Option<Value<'_>>) -> String {
    let mut text = canonical(definition);
    if let Some(shape) = shape {
        text.push('\n');
        text.push_str(&canonical(shape));
    }
    text_digest(&text)
}
