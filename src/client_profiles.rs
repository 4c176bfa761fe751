//! Client profiles: files of the user are read and proven, and the names in the configuration exist.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use mcpward_analyze::SourceFile;
use mcpward_analyze::clients::Profiles;
use mcpward_schemas::config::{Clients, Config};

use crate::suggest;

/// The files that `client_profiles` names, relative to the folder of the configuration.
///
/// # Errors
/// A sentence that names the file, where it can't be read or is no profile, or the client that has none.
pub(crate) fn read(config: &Config, folder: &Path) -> Result<Vec<SourceFile>> {
    // Reading the profiles takes longer than most captures, so only where somebody asks for them.
    if config.client_profiles.is_empty() && config.checks.clients.is_none() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for name in &config.client_profiles {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).with_context(|| format!("the client profile {name} can't be read"))?;
        files.push(SourceFile {
            name: name.clone(),
            text,
        });
    }
    let pairs: Vec<_> = files
        .iter()
        .map(|file| (file.name.clone(), file.text.clone()))
        .collect();
    let profiles = Profiles::with(&pairs)?;
    if let Some(Clients::Named(names)) = &config.checks.clients
        && let Some(unknown) = names.iter().find(|name| profiles.get(name).is_none())
    {
        let hint = suggest::hint(unknown, profiles.iter().map(|profile| profile.id.as_str()));
        bail!("checks.clients names {unknown:?}, which is no client profile{hint}; `mcpward clients` lists them");
    }
    Ok(files)
}
