//! A JSON Schema as the tree of its subschemas, whatever its draft.
//!
//! Knows where schemas stand inside a schema and where data stands (`default`, `enum`, `examples` …), so that nobody takes
//! an example for a schema. Knows no client and no rule. Nothing recurses: a hostile schema costs memory, not stack.

mod dialect;
mod fits;
mod keywords;
mod reference;
mod tree;

pub(crate) use dialect::{drafts_of, is_standard, keywords};
pub(crate) use fits::contradiction;
pub(crate) use reference::{Reference, Target, references};
pub(crate) use tree::{Node, Role, Tree};
