//! Prefixes that say who defines a name (2025-06-18, General fields, `_meta`).

/// Whether it is labels with dots between them.
pub(super) fn is_prefix(prefix: &str) -> bool {
    let is_label = |label: &str| {
        label.starts_with(|c: char| c.is_ascii_alphabetic())
            && label.ends_with(|c: char| c.is_ascii_alphanumeric())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    prefix.split('.').all(is_label)
}
