//! What every transport tells the recorder, and what it is told.

use std::time::Instant;

use mcpward_schemas::snapshot::{Dir, EventKind, Http};

use crate::bounded::Collected;

/// A frame before secrets are masked.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) dir: Dir,
    pub(crate) text: Collected,
    pub(crate) unterminated: bool,
    pub(crate) http: Option<Http>,
    /// When its first byte came, where that was in an earlier read than its last.
    pub(crate) began: Option<Instant>,
}

impl Received {
    pub(crate) fn new(dir: Dir, text: Collected) -> Self {
        Self {
            dir,
            text,
            unterminated: false,
            http: None,
            began: None,
        }
    }
}

/// What a connection reports, one at a time, in the order it happened.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// Traffic.
    Frame(Received),
    /// Everything that was to be sent has been handed to the operating system.
    Flushed,
    /// An HTTP exchange is over.
    Ended {
        exchange: u32,
        /// Why it has no proper answer, where it has none.
        failure: Option<Failure>,
    },
    /// The server closed the connection: nothing will come any more.
    Eof,
    /// Something that is kept as it is.
    Event(EventKind),
    /// The connection is closed on both sides and nothing is left of it.
    Gone,
}

/// Why a request over HTTP has no proper answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// A sentence fragment with the way out.
    pub(crate) reason: String,
    /// Whether it says that the server is down or unreachable, and nothing about the protocol.
    pub(crate) is_outage: bool,
    /// Whether it says nothing about the protocol: an outage, or a wall that credentials open.
    pub(crate) no_evidence: bool,
}

/// A message on its way out.
#[derive(Debug)]
pub(crate) struct Outgoing {
    pub(crate) body: Vec<u8>,
    pub(crate) kind: OutgoingKind,
    /// Headers of the modern era that mirror the message.
    pub(crate) headers: Vec<(String, String)>,
}

/// What an outgoing message is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OutgoingKind {
    Request {
        id: String,
        method: String,
    },
    Notification {
        method: String,
    },
    /// Our answer to a request of the server.
    Answer,
    /// No message at all.
    Raw,
}

/// How urgently a connection is to be closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Haste {
    /// In good order: the server may take its time.
    Orderly,
    /// The run is over time or was interrupted.
    Forced,
}
