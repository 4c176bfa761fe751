//! `--as`: the known client that we pass for.

use anyhow::{Result, bail};
use mcpward_analyze::clients::{Introduction, Profiles};
use mcpward_schemas::config::{Client, ClientName};

use crate::suggest;

/// Takes name and version of the first profile; the lists that the others are shown are compared with it. Capabilities stay
/// those of the configuration, so that only the name differs.
///
/// # Errors
/// A sentence, where there is no such client, or where it is not known what it calls itself.
pub(super) fn pass_for(client: &mut Client, ids: &[String]) -> Result<()> {
    if ids.is_empty() {
        // Reading the profiles costs every start what few ask for.
        return Ok(());
    }
    let profiles = Profiles::embedded();
    for (n, id) in ids.iter().enumerate() {
        let Introduction { name, version, .. } = introduction(&profiles, id)?;
        if n == 0 {
            client.name = Some(name.clone());
            client.version = Some(version.clone());
        } else {
            client.compare.push(ClientName {
                name: name.clone(),
                version: version.clone(),
            });
        }
    }
    Ok(())
}

fn introduction<'p>(profiles: &'p Profiles, id: &str) -> Result<&'p Introduction> {
    let known: Vec<&str> = profiles
        .iter()
        .filter(|profile| profile.introduces.is_some())
        .map(|profile| profile.id.as_str())
        .collect();
    match profiles.get(id).map(|profile| &profile.introduces) {
        Some(Some(introduction)) => Ok(introduction),
        Some(None) => bail!(
            "it is not known what {id} calls itself; --as takes {}",
            known.join(", ")
        ),
        None => bail!(
            "--as takes {}, not {id:?}{}",
            known.join(", "),
            suggest::hint(id, known.iter().copied())
        ),
    }
}
