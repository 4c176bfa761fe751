//! Behavior suites: which calls a configuration asks for, and what it expects of their results.
//!
//! Everything here is a pure function of the configuration and of recorded results. Who is called, and in which order, is
//! the plan's business; what a mismatch means is the business of the rules of family `behavioral`.

mod check;
mod choose;
mod condition;
mod expand;
mod golden;
mod lookup;
mod mask;
mod path;
mod reference;

pub use check::check;
pub use choose::{chosen, tags};
pub use condition::{Condition, ConditionError, Mismatch};
pub use expand::{CaseRun, Target, expand};
pub use golden::{Golden, compare, is_golden, render};
pub use lookup::{NotRun, Recorded};
pub use mask::Mask;
pub use path::{Path, PathError};
pub use reference::{Reference, resolve};
