//! Our own detectors, as the build compiled them.

use std::sync::LazyLock;

use super::detector::Detectors;

/// What `build.rs` made of the files below `detectors/`.
const COMPILED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/detectors.bin"));

/// Our own detectors. An error here is caught by tests, and still must not pass as a clean scan.
///
/// # Errors
/// Why they can't be read.
pub fn embedded() -> Result<&'static Detectors, &'static str> {
    EMBEDDED.as_ref().map_err(String::as_str)
}

static EMBEDDED: LazyLock<Result<Detectors, String>> =
    LazyLock::new(|| postcard::from_bytes(COMPILED).map_err(|error| error.to_string()));

/// Reads them ahead of time.
pub(crate) fn prepare() {
    LazyLock::force(&EMBEDDED);
}
