//! Rules about the schemas of tools look at one tool at a time, and each tool is read once for all of them.
//!
//! Knows what a tool looks like to such a rule and keeps what was seen; judging and telling is for `rules`.

mod lints;
mod seen;
mod tool;

pub(crate) use lints::{Lints, Look};
#[cfg(test)]
pub(crate) use seen::seen_in;
pub(crate) use seen::{Seen, Weight};
pub(crate) use tool::{Schema, Tool};
