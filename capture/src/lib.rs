//! Talks to a live MCP server and records all traffic into a snapshot.
//!
//! The recorder does what the [`Step`](mcpward_schemas::snapshot::Step)s of a plan ask and judges nothing: what a server
//! sends is evidence, whatever it is. It knows transports, framing, deadlines, processes and secrets; it knows no rule,
//! no schema and no tool.

mod bounded;
mod connection;
mod envelope;
mod error;
mod http;
pub mod limits;
mod oauth;
mod options;
mod record;
mod redact;
pub mod replay;
mod run;
mod sandbox;
mod session;
mod stdio;
mod stop;
mod transport;

#[cfg(test)]
#[path = "../../fixtures/hostile/corpus.rs"]
mod corpus;

pub use error::CaptureError;
pub use limits::Limits;
pub use options::{Answers, HttpTransport, Identity, LiveTarget, Options, Secret};
pub use redact::{MaskedKind, Redacted, Remains, Sharing, SharingError, redact};
pub use run::{Captured, Progress, capture};
pub use sandbox::confine;
pub use stop::{Signal, Stop};
