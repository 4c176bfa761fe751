//! Whether one JSON Schema's instances are all instances of another.
//!
//! The answer is *included*, *not included* with a witness that two independent validators confirm, or *unknown* with a
//! reason. The crate knows nothing of MCP; nothing is ever fetched.

mod change;
mod compare;
mod compile;
mod confirm;
mod diff;
mod engine;
mod eval;
mod formats;
mod formula;
mod generate;
mod limits;
mod options;
mod regex;
mod shrink;
mod solve;
mod value;
mod verdict;

pub use change::{Role, SchemaChange};
pub use compare::{compare, included, included_with_steps};
pub use diff::{ChangeRow, Tendency, change_rows};
pub use generate::{Instance, InstanceKind, Satisfiable, instances, satisfiable};
pub use limits::FUEL;
pub use options::{Draft, Formats, Model, Options};
pub use verdict::{Comparison, Effect, Reason, Verdict};
