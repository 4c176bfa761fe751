//! Why a file is no lock.

use thiserror::Error;

use super::limits::DAMAGES_NAMED_MAX;

/// What is wrong with a lock file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LockError {
    /// Two branches met, and nobody decided.
    #[error("line {line} is a merge conflict marker: decide which contract holds, or run `mcpward baseline`")]
    Conflict {
        /// Line, from 1.
        line: u32,
    },
    /// No JSON.
    #[error("line {line}, column {column} is no JSON: {reason}")]
    NotJson {
        /// Line, from 1.
        line: u32,
        /// Column in code points, from 1.
        column: u32,
        /// What was found.
        reason: String,
    },
    /// JSON, but no lock file of any version.
    #[error("this is no lock file: {reason}; `mcpward baseline` writes one")]
    NotALock {
        /// What is missing.
        reason: String,
    },
    /// Written by a newer release.
    #[error(
        "schemaVersion {found} is newer than this release reads (up to {readable}): use the release that wrote it or a newer one"
    )]
    Newer {
        /// Version of the file.
        found: String,
        /// Newest version that this release reads.
        readable: u32,
    },
    /// Blocks and their digests or the index do not fit.
    #[error("{}", describe(.0))]
    Damaged(Vec<Damage>),
    /// A bound was reached.
    #[error("the lock file passes the limit {limit} of {value}")]
    Limit {
        /// Name of the bound.
        limit: &'static str,
        /// Its value.
        value: usize,
    },
}

/// One block that is not what was written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Damage {
    /// Section and name, e.g. `tools "echo"`.
    pub entry: String,
    /// What is wrong, as a sentence fragment after the entry.
    pub what: String,
}

fn describe(damages: &[Damage]) -> String {
    let mut text = String::from("the lock file was edited or damaged: ");
    for (idx, damage) in damages.iter().take(DAMAGES_NAMED_MAX).enumerate() {
        if idx > 0 {
            text.push_str("; ");
        }
        text.push_str(&damage.entry);
        text.push(' ');
        text.push_str(&damage.what);
    }
    if damages.len() > DAMAGES_NAMED_MAX {
        text.push_str(&format!("; and {} more", damages.len() - DAMAGES_NAMED_MAX));
    }
    text.push_str(". Restore it, or run `mcpward baseline` and review what changes");
    text
}
