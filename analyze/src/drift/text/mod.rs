//! Texts that a model reads: when two are the same, and what the newer one introduces.

mod grade;
mod introduces;
mod paths;
mod unify;
mod visible;

pub use grade::Grade;
pub(crate) use grade::{grade, grade_new};
pub use introduces::{Introduced, Kind};
pub use unify::{loose, unify};
pub use visible::visible;

pub(crate) use introduces::Names;
