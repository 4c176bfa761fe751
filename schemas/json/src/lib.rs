//! JSON read as evidence.
//!
//! What a server sent is kept as it was sent: member order, duplicate member names, the spelling of numbers, escapes,
//! and the place of every value in the text. A [`Doc`] is one flat arena, so reading, walking, comparing, writing and
//! dropping it never recurse: a text nested a hundred thousand levels deep is as harmless as a flat one.
//!
//! The crate knows nothing of MCP, JSON Schema or files.

mod canonical;
mod doc;
mod handle;
mod number;
mod parse;
mod pointer;
mod value;
mod walk;

pub use canonical::{canonical, quote};
pub use doc::{Doc, Limits};
pub use handle::Json;
pub use number::Decimal;
pub use parse::ParseError;
pub use pointer::{escape_token, push_token};
pub use value::{Entries, Items, Kind, Value};
pub use walk::{Step, Walk};
