//! Golden files: read for the analysis, written on request. They stay below the folder of the configuration.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use mcpward_schemas::config::Config;

use crate::output::{note, write_file};
use crate::recording::environment_is_ci;

/// The golden files that the suites name, by the path written there. Files that do not exist are left out.
///
/// # Errors
/// A sentence that names the file, where it can't be read or lies outside the folder.
pub(crate) fn read(config: &Config, folder: Option<&Path>) -> Result<BTreeMap<String, String>> {
    let cases = config.suites.iter().flat_map(|suite| &suite.cases);
    let mut goldens = BTreeMap::new();
    for name in cases.filter_map(|case| case.expect.golden.as_ref()) {
        let path = place(name, folder)?;
        match fs::read_to_string(&path) {
            Ok(text) => drop(goldens.insert(name.clone(), text)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("the golden file {} can't be read", path.display()));
            }
        }
    }
    Ok(goldens)
}

/// Says that golden files are not written here, where that is so.
///
/// # Errors
/// In CI, where nobody would review them.
pub(crate) fn refuse_in_ci() -> Result<()> {
    if environment_is_ci() {
        bail!(
            "--update-golden is for people: in CI nobody would review what it writes; run it on your machine and commit the files"
        );
    }
    Ok(())
}

/// Writes the golden files as they are now; those that are the same already are not touched.
///
/// # Errors
/// Where a file can't be written.
pub(crate) fn update(
    goldens: &BTreeMap<String, String>,
    old: &BTreeMap<String, String>,
    folder: Option<&Path>,
) -> Result<()> {
    for (name, text) in goldens.iter().filter(|(name, text)| old.get(*name) != Some(*text)) {
        let path = place(name, folder)?;
        write_file(&path, text.as_bytes())?;
        note(&format!("golden file {} written", path.display()));
    }
    Ok(())
}

fn place(name: &str, folder: Option<&Path>) -> Result<PathBuf> {
    let relative = Path::new(name);
    let leaves = !relative
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if leaves || name.is_empty() {
        bail!("the golden file {name:?} must be named relative to the configuration's folder and lie below it");
    }
    Ok(folder.unwrap_or(Path::new(".")).join(relative))
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn goldens_stay_below_the_folder() {
        for name in ["../x.json", "/etc/x.json", "a/../../x.json", ""] {
            assert!(place(name, None).is_err(), "{name}");
        }
        assert_eq!(
            place("goldens/x.json", Some("f".as_ref())).unwrap(),
            std::path::Path::new("f/goldens/x.json")
        );
    }
}
