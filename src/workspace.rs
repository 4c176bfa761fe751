//! The folder `.mcpward` beside the configuration: the last snapshot, kept out of version control.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Snapshot of the last run.
pub(crate) const LAST: &str = ".mcpward/last.mcpsnap";

/// The folder for the snapshots of several servers: beside the last snapshot, else what is named in its place.
pub(crate) fn folder(snapshot: &Path) -> &Path {
    match snapshot.parent() {
        Some(folder) if snapshot == Path::new(LAST) => folder,
        _ => snapshot,
    }
}

/// The snapshot of one of several servers.
pub(crate) fn of_server(folder: &Path, server: &str) -> PathBuf {
    folder.join(format!("{server}.mcpsnap"))
}

/// What `.mcpward/.gitignore` holds: snapshots are evidence of one run on one machine.
const IGNORED: &str = "*.mcpsnap\n*.partial\n";

/// Makes the folder of a file, and keeps version control out of it where it is ours.
pub(crate) fn prepare(file: &Path) -> io::Result<()> {
    let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    fs::create_dir_all(folder)?;
    let ignore = folder.join(".gitignore");
    if folder.file_name().is_some_and(|name| name == ".mcpward") && !ignore.exists() {
        fs::write(ignore, IGNORED)?;
    }
    Ok(())
}
