//! Several servers in one run: which snapshot is whose, the settings that each is judged by, and what each sees of the
//! others. What several servers come to together is for `policy`.

mod neighbors;
mod settings;
mod share;

pub(crate) use neighbors::{Beside, Neighbors};
pub use settings::{lock_name, settings_of};
pub use share::names;
pub(crate) use share::{Share, shares};
