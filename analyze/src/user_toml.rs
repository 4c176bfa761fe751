//! TOML files of the user: what is wrong in one, with the place, on one line.

use serde::de::DeserializeOwned;

/// Reads a file.
///
/// # Errors
/// `LINE:COLUMN: what is wrong`, both counted from one, columns in code points.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        format!("{line}:{column}: {}", error.message())
    })
}
