//! Report formats by name.

use anyhow::{Result, anyhow};
use mcpward_analyze::report::Format;

use crate::suggest;

/// Names of the formats.
pub(crate) const NAMES: [(&str, Format); 2] = [("console", Format::Console), ("json", Format::Json)];

/// The format of this name.
///
/// # Errors
/// A sentence with the known names, and the one that was probably meant.
pub(crate) fn named(name: &str) -> Result<Format> {
    let known = || NAMES.iter().map(|(name, _)| *name);
    NAMES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, format)| *format)
        .ok_or_else(|| {
            let list = known().collect::<Vec<_>>().join(", ");
            anyhow!(
                "there is no report format {name:?}; it is one of: {list}{}",
                suggest::hint(name, known())
            )
        })
}
