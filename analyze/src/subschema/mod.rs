//! A JSON Schema as the tree of its subschemas, whatever its draft.
//!
//! Knows where schemas stand inside a schema and where data stands (`default`, `enum`, `examples` …), so that nobody takes
//! an example for a schema. Knows no client and no rule. Nothing recurses: a hostile schema costs memory, not stack.

mod dialect;
mod keywords;
mod reference;
mod tree;

pub(crate) use dialect::{drafts_of, is_standard, keywords};
pub(crate) use keywords::Keywords;
pub(crate) use reference::{Reference, Target, references};
pub(crate) use tree::{Node, Role, Tree};

/// Most subschemas of one schema that are looked at. The largest of real tools has 3,000; beyond a hundred thousand a schema
/// is an attack, and `schema/bounds` says so.
pub(crate) const SUBSCHEMAS_MAX: usize = 100_000;
