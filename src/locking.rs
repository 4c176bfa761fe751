//! The lock file and the waivers beside the configuration.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use mcpward_analyze::SourceFile;
use mcpward_schemas::config::{Config, Drift, Ignore, Waivers};

use crate::config::{Loaded, places};

/// The file that `accept --until` writes.
pub(crate) const WAIVERS: &str = "mcpward.waivers.yaml";

/// Longest waivers file in bytes: 4 MiB is tens of thousands of entries.
const WAIVERS_BYTES_MAX: u64 = 4 << 20;

/// The folder that names of files in the configuration are relative to: its own.
pub(crate) fn folder(loaded: &Loaded) -> PathBuf {
    let of_file = |file: &SourceFile| Path::new(&file.name).parent().map(Path::to_owned);
    loaded.file.as_ref().and_then(of_file).unwrap_or_default()
}

/// Path of the lock file, and the name that reports give it.
pub(crate) fn lock_path(loaded: &Loaded) -> (PathBuf, String) {
    let baseline = loaded
        .masked
        .checks
        .drift
        .as_ref()
        .map_or_else(|| Drift::default().baseline, |drift| drift.baseline.clone());
    let name = baseline.strip_prefix("./").unwrap_or(&baseline).to_owned();
    let path = folder(loaded).join(&name);
    let shown = path.display().to_string();
    (path, shown)
}

/// The lock file, where it exists.
///
/// # Errors
/// A sentence, where it exists and can't be read.
pub(crate) fn read_lock(loaded: &Loaded) -> Result<Option<SourceFile>> {
    let (path, name) = lock_path(loaded);
    read_text(&path, &name)
}

/// The lock files of several servers by their names, as far as they exist.
///
/// # Errors
/// A sentence, where one exists and can't be read.
pub(crate) fn read_locks(loaded: &Loaded, servers: &[String]) -> Result<BTreeMap<String, SourceFile>> {
    let mut locks = BTreeMap::new();
    for server in servers {
        if let Some(lock) = read_lock(&loaded.of_server(server))? {
            locks.insert(server.clone(), lock);
        }
    }
    Ok(locks)
}

/// A text file, where it exists.
pub(crate) fn read_text(path: &Path, name: &str) -> Result<Option<SourceFile>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(SourceFile {
            name: name.to_owned(),
            text,
        })),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{name} can't be read")),
    }
}

/// Path of the waivers file.
pub(crate) fn waivers_path(loaded: &Loaded) -> PathBuf {
    folder(loaded).join(WAIVERS)
}

/// Reads the waivers into both views of the configuration.
///
/// # Errors
/// A sentence that names the file and the line.
pub(crate) fn add_waivers(loaded: &mut Loaded) -> Result<()> {
    let waivers = read_waivers(loaded)?;
    loaded.masked.waivers = waivers;
    let path = waivers_path(loaded);
    let name = path.display().to_string();
    if let Some(file) = read_text(&path, &name)? {
        loaded.places.extend(places(&file));
    }
    Ok(())
}

/// The entries of the waivers file; none where there is no file.
pub(crate) fn read_waivers(loaded: &Loaded) -> Result<Vec<Ignore>> {
    let path = waivers_path(loaded);
    let name = path.display().to_string();
    if fs::metadata(&path).is_ok_and(|data| data.len() > WAIVERS_BYTES_MAX) {
        bail!("{name} is longer than {WAIVERS_BYTES_MAX} bytes");
    }
    let Some(file) = read_text(&path, &name)? else {
        return Ok(Vec::new());
    };
    let read: Waivers = serde_saphyr::from_str(&file.text).with_context(|| format!("{name} is not as it should be"))?;
    Ok(read.waivers)
}

/// The text of a waivers file. Strings are quoted as JSON, which is YAML too.
pub(crate) fn write_waivers(entries: &[Ignore]) -> String {
    let mut out = String::from(
        "# Findings that do not count until a day. Written by `mcpward accept --until`; see docs/drift.md.\nwaivers:\n",
    );
    for entry in entries {
        let mut dash = "  - ";
        let mut line = |key: &str, value: &str| {
            let quoted = serde_json::to_string(value).unwrap_or_default();
            out.push_str(&format!("{dash}{key}: {quoted}\n"));
            dash = "    ";
        };
        line("rule", &entry.rule);
        for (key, value) in [
            ("server", &entry.server),
            ("change", &entry.change),
            ("tool", &entry.tool),
            ("at", &entry.at),
            ("text_hash", &entry.text_hash),
        ] {
            if let Some(value) = value {
                line(key, value);
            }
        }
        line("reason", &entry.reason);
        if let Some(expires) = &entry.expires {
            line("expires", expires);
        }
    }
    out
}

/// The masked configuration with drift switched on: the commands about drift need no key for it.
pub(crate) fn with_drift(config: &Config) -> Config {
    let mut config = config.clone();
    config.checks.drift.get_or_insert_default();
    config
}

#[cfg(test)]
mod tests {
    use mcpward_schemas::config::{Ignore, Waivers};

    #[test]
    fn waivers_are_read_as_written() {
        let entry = Ignore {
            rule: "drift/title_changed".to_owned(),
            server: Some("files".to_owned()),
            tool: Some("a \"b\": c".to_owned()),
            at: None,
            change: Some("0123456789ab".to_owned()),
            text_hash: None,
            reason: "agreed # with them\nlate".to_owned(),
            expires: Some("2026-12-31".to_owned()),
        };
        let text = super::write_waivers(std::slice::from_ref(&entry));
        let read: Waivers = serde_saphyr::from_str(&text).unwrap();
        assert_eq!(read.waivers, [entry]);
    }
}
