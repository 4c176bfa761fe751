//! Whether a JSON Schema is one: its dialect, its metaschema, its references. Nothing is ever fetched.

mod dialect;
mod instance;
mod metaschema;
mod narrow;
mod plain;
mod plain_schema;
mod references;
mod required;
mod subschemas;

pub(crate) use dialect::{Dialect, Draft, dialect};
pub(crate) use instance::{Acceptance, accepts_but, misfits};
pub(crate) use metaschema::{breaches, is_valid, prepare};
pub(crate) use references::lost_references;
pub(crate) use required::required_without_property;
