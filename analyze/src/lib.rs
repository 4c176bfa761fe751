//! Snapshots in, report out.
//!
//! The crate is a set of pure functions: it knows no network, process, file system, clock, environment or randomness, so
//! the same inputs give the same bytes on any machine and with any number of threads. What it needs comes in [`Inputs`].
//!
//! The walk of the data: [`contract::read`] turns snapshots into a contract, the rules of [`rules`] look at it, policy
//! turns what they found into results and a verdict, and [`report::render`] makes bytes of the [`Report`]. [`plan`] is the
//! other way round: it decides what a capture asks next.

mod analysis;
pub mod contract;
pub mod plan;
pub mod report;
pub mod rules;
pub mod text;

pub use analysis::{Inputs, SourceFile, analyze};
pub use mcpward_schemas::report::Report;
