//! The snapshot: all traffic of one capture, as evidence.
//!
//! A `*.mcpsnap` file is one zstd stream of JSON Lines. Line 1 is the [`Header`], then come [`Frame`]s and [`Event`]s in
//! the order they happened, the last line is the [`Footer`]. docs/snapshot-format.md describes it for other programs.

mod error;
mod event;
mod footer;
mod frame;
mod header;
mod kept;
mod limits;
mod read;
mod rewrite;
mod spelled;
mod step;
mod version;
mod write;

use serde::{Deserialize, Serialize};

pub use error::SnapshotError;
pub use event::{ClosedBy, Event, EventKind, Outcome};
pub use footer::Footer;
pub use frame::{Cut, Dir, Frame, Http, Sse};
pub use header::{ClientInfo, Environment, Header, Package, Registry, Settings, Target, Timeouts, UNRESOLVED};
pub use limits::ReadLimits;
pub use read::{Reading, Snapshot, read};
pub use rewrite::{good_part, rewrite};
pub use spelled::{HttpBody, HttpRequest, Place, Spelling};
pub use step::{Asked, Call, Era, RawBytes, RequestId, Step};
pub use version::{FORMAT, Major, Minor, Version};
pub use write::{Writer, Written};

/// One line of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Record {
    /// Line 1.
    Header(Header),
    /// One message, line of stderr, or HTTP exchange half.
    Frame(Frame),
    /// Something that happened besides traffic.
    Event(Event),
    /// The last line.
    Footer(Footer),
}

/// The mark that stands where a secret was: `[redacted:NAME]`. The recorder writes it into frames, and the masked view of
/// a configuration holds the same mark, so recorded arguments still match the suites that made them.
pub fn redaction_mark(name: &str) -> String {
    format!("{REDACTION_MARK_START}{name}]")
}

/// What every [`redaction_mark`] begins with.
pub const REDACTION_MARK_START: &str = "[redacted:";
