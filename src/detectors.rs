//! Files of further detectors, read for the analysis. A file that is missing or wrong ends the run: a scan without the rules
//! that were asked for must not look clean.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use mcpward_schemas::config::Config;

/// The files that the configuration names, by the path written there.
///
/// # Errors
/// A sentence that names the file and what is wrong with it.
pub(crate) fn read(config: &Config, folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut files = BTreeMap::new();
    for name in &config.detectors {
        let path = folder.join(name);
        let text =
            fs::read_to_string(&path).with_context(|| format!("the detectors in {} can't be read", path.display()))?;
        files.insert(name.clone(), text);
    }
    // The built-in detectors are proven by tests; without files of the user there is nothing to check.
    if files.is_empty() {
        return Ok(files);
    }
    mcpward_analyze::check_detectors(&files).map_err(|error| anyhow!("detectors: {error}"))?;
    Ok(files)
}
