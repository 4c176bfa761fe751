//! The crate from outside: tables of pairs, hostile input, content models, changes, instances, and properties.

mod ask;
mod changes;
mod generator;
mod hostile;
mod inclusion;
mod models;
mod properties;
mod random;
mod rewrites;
mod rows;
mod stress;
mod witnesses;
