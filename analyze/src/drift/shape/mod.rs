//! What results look like: inferred from recorded calls, pinned in the lock, compared as a reader of results would.

mod compare;
mod infer;
mod maps;
mod outline;
mod sample;

pub(crate) use compare::edits;
pub(crate) use outline::Outline;
pub(crate) use sample::{Sampled, sample};
