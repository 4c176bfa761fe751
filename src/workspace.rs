//! The folder `.mcpward` beside the configuration: the last snapshot, kept out of version control.

use std::fs;
use std::io;
use std::path::Path;

/// Snapshot of the last run.
pub(crate) const LAST: &str = ".mcpward/last.mcpsnap";

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
