//! Texts that a model reads: when two are the same, what differs, and what the newer one introduces.

mod grade;
mod introduces;
mod paths;
mod unify;
mod words;

pub use grade::Grade;
pub(crate) use grade::{grade, grade_new};
pub use introduces::{Introduced, Kind};
pub use unify::{loose, unify};
pub use words::{Op, Piece, diff, inline, visible};

pub(crate) use introduces::Names;
