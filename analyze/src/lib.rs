//! Snapshots in, report out.
//!
//! The crate is a set of pure functions: it knows no network, process, file system, clock, environment or randomness, so
//! the same inputs give the same bytes on any machine and with any number of threads. What it needs comes in [`Inputs`].
//!
//! The walk of the data: [`contract::read`] turns snapshots into a contract, the rules of [`rules`] look at it, policy
//! turns what they found into results and a verdict, and [`report::render`] makes bytes of the [`Report`]. [`plan`] is the
//! other way round: it decides what a capture asks next.

mod ahead;
mod analysis;
pub mod clients;
pub mod contract;
pub mod cost;
pub mod drift;
mod inventory;
mod limits;
mod look;
mod pattern;
mod place;
pub mod plan;
mod policy;
mod prepare;
pub mod protocol;
pub mod report;
pub mod rules;
pub mod servers;
mod subschema;
pub mod suites;
pub mod text;
mod user_toml;
mod validity;

pub use ahead::Ahead;
pub use analysis::{
    Inputs, SourceFile, Trusted, analyze, analyze_anew, analyze_drift, baseline, contract_of, read_lock,
};
pub use mcpward_schemas::report::Report;
pub use prepare::prepare;

/// Whether files of further detectors (path and text) can be used.
///
/// # Errors
/// The file and what is wrong in it, as a sentence fragment.
pub fn check_detectors(files: &std::collections::BTreeMap<String, String>) -> Result<(), String> {
    text::detector::Detectors::with(files).map(|_| ())
}
