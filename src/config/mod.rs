//! Reading `mcpward.yaml` and its relatives: one file in, two views out.
//!
//! The *live* view has every variable expanded and goes to the capture. The *masked* view holds `[redacted:NAME]` where a
//! secret would stand, the very mark that the recorder writes, and goes to the analysis: so no report can leak, and an
//! analysis needs no environment. A problem points at its line.

mod check;
mod client;
mod diagnostic;
mod expand;
mod load;
mod mcp_json;
mod places;
mod problem;
mod secrets;
mod target;
mod views;

pub(crate) use check::is_protocol;
pub(crate) use diagnostic::ConfigError;
pub(crate) use load::{FILE, Loaded, Mode, NONE, Request, load};
pub(crate) use mcp_json::import;
pub(crate) use places::places;
pub(crate) use secrets::is_secret_like;
pub(crate) use target::{Target, bare, live_target};

#[cfg(test)]
mod tests;
