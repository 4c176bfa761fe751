//! What changed between two contracts: facts, each with a stable id. What a change is worth is for the rules to say.
//!
//! Both sides have the form of a lock file, whatever they were read from: [`pin()`] makes one of a contract.

mod accept;
mod change;
mod class;
mod classes;
mod compare;
mod compared;
mod explain;
mod graft;
mod hints;
mod icons;
mod leaves;
mod limits;
mod listed;
mod mask;
mod meaning;
mod pages;
mod pin;
mod rename;
mod schema;
mod server;
pub(crate) mod shape;
pub mod text;
mod texts;
mod tool;

pub use accept::{Refused, accept};
pub use change::{Change, Detail, Edit, SchemaDetail, Severity};
pub use class::{Class, ClassInfo, Direction, Mirror};
pub use classes::CLASSES;
pub use compare::{Drift, Remark, diff};
pub use compared::{Compared, Problem};
pub(crate) use limits::{TEXT_BYTES_MAX, VALUE_BYTES_MAX, VALUE_DEPTH_MAX};
pub use mask::{VOLATILE_MARK, digested, mask};
pub use pin::{pin, pin_words};
