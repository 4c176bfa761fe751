//! Texts of a contract and what is wrong with them, below drift and rules.
//!
//! A definition is walked ([`walk`]) into leaves; each leaf is read as it stands, for characters that hide something
//! ([`hidden`]), and in every other reading ([`decode`]) with the detectors ([`detector`]), whose matches add up
//! (`signal`). All of it is linear in the length of the text.

pub mod annotation;
pub mod clean;
pub mod decode;
pub mod detector;
pub mod divergence;
pub mod embedded;
pub mod engine;
pub mod fold;
pub mod foreign;
pub mod hidden;
pub mod identifier;
mod ignorable;
pub mod leaf;
pub mod leg;
pub mod lexicon;
pub mod limits;
pub mod lookalike;
pub mod near;
pub mod pattern;
pub mod phrases;
pub mod request;
pub mod scan;
pub mod schema;
pub mod signal;
pub mod subject;
pub mod uri;
pub mod walk;

pub(crate) use embedded::prepare;
