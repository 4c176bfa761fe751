//! The one folder that a confined server may write to.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A temporary folder that goes away with its connection.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new() -> io::Result<Self> {
        static N: AtomicU32 = AtomicU32::new(0);
        let n = N.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("mcpward-{}-{n}", std::process::id()));
        // A folder that is there already is somebody else's, and no reason to write into it.
        builder().create(&folder)?;
        Ok(Self(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

fn builder() -> fs::DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has a mode to set"))]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What can't be removed stays in the temporary folder, as what any program leaves there.
        let _is_gone = fs::remove_dir_all(&self.0);
    }
}
