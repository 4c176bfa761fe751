//! Golden files: read for the analysis, written on request. They stay below the folder of the configuration.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use mcpward_analyze::suites::is_golden;
use mcpward_schemas::config::Config;

use crate::output::{note, write_file};
use crate::recording::environment_is_ci;

/// Golden files beside the cases that name them.
pub(crate) struct Goldens {
    /// What they hold, by the path written in the case. Files that do not exist are left out.
    pub(crate) texts: BTreeMap<String, String>,
    /// Files beside them that look like golden files and that no case names.
    pub(crate) unused: Vec<String>,
}

/// Most files of one folder that are looked into. 10,000: ten times the cases of the largest suites.
const FILES_MAX: usize = 10_000;

/// The golden files of the suites.
///
/// # Errors
/// A sentence that names the file, where it can't be read or lies outside the folder.
pub(crate) fn read(config: &Config, folder: &Path) -> Result<Goldens> {
    let cases = config.suites.iter().flat_map(|suite| &suite.cases);
    let mut texts = BTreeMap::new();
    let (mut named, mut folders) = (BTreeSet::new(), BTreeSet::new());
    for name in cases.filter_map(|case| case.expect.golden.as_ref()) {
        let path = place(name, folder)?;
        match fs::read_to_string(&path) {
            Ok(text) => drop(texts.insert(name.clone(), text)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("the golden file {} can't be read", path.display()));
            }
        }
        // The configuration's own folder holds other files too.
        let of_file = path.parent().filter(|own| *own != folder).map(Path::to_owned);
        folders.extend(of_file);
        named.insert(path);
    }
    let mut unused = Vec::new();
    for own in folders {
        unused.extend(beside(&own).into_iter().filter(|path| !named.contains(path)));
    }
    let shown = |path: PathBuf| path.strip_prefix(folder).unwrap_or(&path).display().to_string();
    let mut unused: Vec<String> = unused.into_iter().map(shown).collect();
    unused.sort();
    Ok(Goldens { texts, unused })
}

/// The files of a folder that look like golden files. A folder that can't be read has none; it is not there yet.
fn beside(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().take(FILES_MAX);
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let json = paths.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    json.filter(|path| fs::read_to_string(path).is_ok_and(|text| is_golden(&text)))
        .collect()
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
pub(crate) fn update(goldens: &BTreeMap<String, String>, old: &BTreeMap<String, String>, folder: &Path) -> Result<()> {
    for (name, text) in goldens.iter().filter(|(name, text)| old.get(*name) != Some(*text)) {
        let path = place(name, folder)?;
        write_file(&path, text.as_bytes())?;
        note(&format!("golden file {} written", path.display()));
    }
    Ok(())
}

/// Where a golden file lies: below the folder, also where links lead.
fn place(name: &str, folder: &Path) -> Result<PathBuf> {
    let parts: Vec<Component<'_>> = Path::new(name).components().collect();
    let stays = parts
        .iter()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let relative: PathBuf = parts.iter().filter(|part| !matches!(part, Component::CurDir)).collect();
    let path = folder.join(&relative);
    if !stays || relative.as_os_str().is_empty() || !is_below(&path, folder) {
        bail!("the golden file {name:?} must be named relative to the configuration's folder and lie below it");
    }
    Ok(path)
}

/// Whether what is there of a path leads to a place below the folder.
fn is_below(path: &Path, folder: &Path) -> bool {
    let here = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let Ok(root) = fs::canonicalize(here) else { return true };
    let there = path.ancestors().find_map(|part| fs::canonicalize(part).ok());
    // Nothing of a relative path is there yet but the folder itself.
    there.is_none_or(|there| there.starts_with(&root) || root.starts_with(&there))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goldens_stay_below_the_folder() {
        for name in ["../x.json", "/etc/x.json", "a/../../x.json", "", "."] {
            assert!(place(name, Path::new("")).is_err(), "{name}");
        }
        for name in ["goldens/x.json", "./goldens/x.json"] {
            assert_eq!(place(name, Path::new("f")).unwrap(), Path::new("f/goldens/x.json"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out_of_it() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::os::unix::fs::symlink(other.path(), folder.path().join("out")).unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        assert!(place("out/x.json", folder.path()).is_err());
        assert!(place("out/deeper/x.json", folder.path()).is_err());
        assert!(place("in/x.json", folder.path()).is_ok());
        assert!(place("new/x.json", folder.path()).is_ok());
    }
}
