//! To come.

pub mod report;
