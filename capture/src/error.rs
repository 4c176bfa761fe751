//! Why there is no snapshot at all. What a server does wrong is in the snapshot, never here.

use mcpward_schemas::snapshot::SnapshotError;
use thiserror::Error;

/// Why a capture left no snapshot.
#[derive(Debug, Error)]
pub enum CaptureError {
    /// The snapshot could not be written, e.g. because the disk is full.
    #[error("the snapshot can't be written: {0}")]
    Write(#[from] SnapshotError),
    /// The runtime that drives sockets and processes could not be started.
    #[error("the input and output of this machine can't be used: {0}")]
    Runtime(#[source] std::io::Error),
    /// A bound has no such name.
    #[error("there is no limit named {0}; see docs/stability.md for their names")]
    UnknownLimit(String),
}
