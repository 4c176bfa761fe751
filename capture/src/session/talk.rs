//! What is known of the connection that is open: what was asked on it, what came back, whether it still stands.

use mcpward_schemas::snapshot::{Call, ClientInfo, Era};
use tokio::time::Instant;

use super::outgoing::Ids;
use crate::connection::Connection;
use crate::envelope::is_same_id;
use crate::stdio::ChildEnvironment;
use crate::transport::Failure;

/// Stderr is remembered up to this length, to say why a start failed.
const STDERR_CHARS_MAX: usize = 64 << 10;

/// One connection from its first to its last frame.
pub(super) struct Talk {
    pub(super) conn: u32,
    pub(super) connection: Connection,
    pub(super) era: Era,
    /// How we introduce ourselves on it.
    pub(super) client: ClientInfo,
    /// Whether another account than ours is in use, which no token of ours is for.
    pub(super) other_account: bool,
    pub(super) ids: Ids,
    /// What was sent in this step and wants an answer.
    pub(super) in_flight: Vec<InFlight>,
    pub(super) opened_at: Instant,
    /// When its first answer must be there.
    pub(super) connect_until: Instant,
    pub(super) last_message_at: Instant,
    /// Whether any request was answered on it.
    pub(super) has_answered: bool,
    /// Whether the server closed it.
    pub(super) is_closed: bool,
    /// Whether nothing is left of it.
    pub(super) is_gone: bool,
    /// Why a stream that nobody asked on failed.
    pub(super) stream_failure: Option<String>,
    /// Exit code and signal of the child.
    pub(super) exit: Option<(Option<i32>, Option<i32>)>,
    pub(super) stderr: Stderr,
    /// The request that began the session, to begin it again once.
    pub(super) handshake: Option<Call>,
    pub(super) has_begun_again: bool,
    pub(super) environment: Option<ChildEnvironment>,
}

/// A request that waits for its answer, or an HTTP exchange that waits for its end.
#[derive(Debug)]
pub(super) struct InFlight {
    /// JSON text of the id; `None` for a notification.
    pub(super) id: Option<String>,
    pub(super) exchange: Option<u32>,
    /// Status of the HTTP response.
    pub(super) status: Option<u16>,
    pub(super) answer: Option<Answer>,
    /// An answer with another id in the HTTP response to this request.
    pub(super) foreign: Option<Answer>,
    /// The HTTP exchange is over; with the failure, where it failed.
    pub(super) ended: Option<Option<Failure>>,
}

/// A frame that answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) frame: u64,
    pub(super) text: String,
    pub(super) is_error: bool,
}

/// The beginning and the last line of what the server wrote to stderr, secrets masked.
#[derive(Debug, Default)]
pub(super) struct Stderr {
    pub(super) text: String,
    pub(super) last: String,
}

impl Stderr {
    pub(super) fn push(&mut self, line: &str) {
        if self.text.len() + line.len() < STDERR_CHARS_MAX {
            self.text.push_str(line);
            self.text.push('\n');
        }
        if !line.trim().is_empty() {
            line.trim().clone_into(&mut self.last);
        }
    }
}

impl InFlight {
    pub(super) fn new(id: Option<String>, exchange: Option<u32>) -> Self {
        Self {
            id,
            exchange,
            status: None,
            answer: None,
            foreign: None,
            ended: None,
        }
    }

    /// The failure of its exchange.
    pub(super) fn failure(&self) -> Option<&Failure> {
        self.ended.as_ref()?.as_ref()
    }
}

impl Talk {
    /// The time that its first answer may take.
    pub(super) fn connect_ms(&self) -> u64 {
        let connect = self.connect_until.saturating_duration_since(self.opened_at);
        u64::try_from(connect.as_millis()).unwrap_or(u64::MAX)
    }

    /// Finds the request that an answer is for: by its exact id first, then by an id that only looks the same.
    pub(super) fn asked(&mut self, id: &str) -> Option<&mut InFlight> {
        let exact = self.in_flight.iter().position(|asked| asked.id.as_deref() == Some(id));
        let loose = || {
            let is_like = |asked: &InFlight| asked.id.as_deref().is_some_and(|asked| is_same_id(asked, id));
            self.in_flight.iter().position(is_like)
        };
        let place = exact.or_else(loose)?;
        self.in_flight.get_mut(place)
    }

    pub(super) fn in_exchange(&mut self, exchange: u32) -> Option<&mut InFlight> {
        self.in_flight.iter_mut().find(|asked| asked.exchange == Some(exchange))
    }
}
