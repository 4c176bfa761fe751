//! Why a file is no whole snapshot.

use thiserror::Error;

/// What is wrong with a snapshot file, and how far it was good.
#[derive(Debug, Error)]
pub enum SnapshotError {
    /// Not a zstd stream, or its first line is no header.
    #[error("not an mcpward snapshot: {reason}; `mcpward capture -o FILE` makes one")]
    NotASnapshot {
        /// What was found instead.
        reason: String,
    },
    /// Written by a release with a newer format.
    #[error(
        "snapshot format {found} is newer than this release reads (up to {readable}.x); it was written by mcpward {writer}: use that release or a newer one"
    )]
    NewerMajor {
        /// Format version of the file.
        found: String,
        /// Newest major version that this release reads.
        readable: u32,
        /// Release that wrote the file.
        writer: String,
    },
    /// The file ends before its footer.
    #[error("the snapshot is cut off after line {lines}; the lines before it are good")]
    CutOff {
        /// Whole lines read.
        lines: u64,
    },
    /// A line is not what the format says.
    #[error("line {line} of the snapshot is damaged: {reason}; the lines before it are good")]
    Damaged {
        /// Line, from 1.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// The digest or the counts of the footer do not fit the lines.
    #[error("the snapshot was altered: {what} of its footer does not fit its lines")]
    Altered {
        /// Which field: `sha256`, `frames`, `events` or `bytes`.
        what: &'static str,
    },
    /// A bound was reached.
    #[error("the snapshot passes the limit {limit} of {value} after line {lines}")]
    Limit {
        /// Name of the bound.
        limit: &'static str,
        /// Its value.
        value: u64,
        /// Whole lines read.
        lines: u64,
    },
    /// The medium failed.
    #[error("the snapshot can't be read or written: {0}")]
    Io(#[from] std::io::Error),
}
