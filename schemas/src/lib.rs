//! The published formats of mcpward and their encoding.
//!
//! A public type lives here only if it is reachable from one of the roots, each with a committed JSON Schema beside this
//! crate: [`snapshot::Record`] (`snapshot.v1`), [`config::Config`] (`config.v1`), [`report::Report`] (`report.v2`),
//! [`lockfile::LockFile`] (`lockfile.v3`).
//! The crate knows no rule, no transport and no clock.

pub mod config;
pub mod lockfile;
pub mod report;
pub mod snapshot;
