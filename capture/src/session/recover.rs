//! What HTTP asks of a client when a session is lost, or when an endpoint turns out to speak the older transport.
//!
//! Both are decided by the transport's rules alone, so the plan does not see them; every frame of them is kept.

use std::io::Write;

use mcpward_schemas::snapshot::{Call, Era, EventKind, RequestId};

use super::talk::Talk;
use super::{Ended, Ending, Session};

const INITIALIZE: &str = "initialize";
/// The server knows the session no more (2025-11-25, Session Management).
const NOT_FOUND: u16 = 404;
/// Refusals of `initialize` after which the older transport is tried (2025-11-25, Backwards Compatibility).
const OLDER: &[u16] = &[400, 404, 405];

impl<W: Write> Session<'_, W> {
    /// One request, repeated where its token has expired, the session was lost or the transport is the older one. Each happens
    /// at most once.
    pub(super) async fn ask_and_recover(
        &mut self,
        call: &Call,
        id: RequestId,
        barrier: Option<&Call>,
    ) -> Result<Ended, Ending> {
        let mut ended = self.ask_once(call, id, barrier).await?;
        if self.renewed().await? {
            ended = self.ask_once(call, id, barrier).await?;
        }
        self.tell_refused();
        let Some(talk) = self.talk.as_mut() else {
            return Ok(ended);
        };
        if call.method == INITIALIZE && matches!(talk.era, Era::Handshake { .. }) {
            talk.handshake = Some(call.clone());
            if is_refused(talk) && talk.connection.try_older() {
                return self.try_older(call, ended).await;
            }
        } else if is_lost(talk) && talk.connection.has_session() && !talk.has_begun_again {
            talk.has_begun_again = true;
            if self.begin_again().await? {
                return self.ask_once(call, id, barrier).await;
            }
        }
        Ok(ended)
    }

    /// A new session in the place of the lost one.
    async fn begin_again(&mut self) -> Result<bool, Ending> {
        let Some(talk) = self.talk.as_ref() else {
            return Ok(false);
        };
        let Some(handshake) = talk.handshake.clone() else {
            return Ok(false);
        };
        let text = "the server has lost the session (HTTP 404); a new one is begun, once".to_owned();
        self.recorder.event(talk.conn, EventKind::Note { text })?;
        let ended = self.ask_once(&handshake, RequestId::Integer, None).await?;
        if ended.answer.is_none_or(|answer| answer.is_error) {
            return Ok(false);
        }
        self.notify(&Call::new("notifications/initialized")).await?;
        Ok(true)
    }

    /// The stream of the older transport has been opened: where it names an endpoint, `initialize` goes there.
    async fn try_older(&mut self, call: &Call, refused: Ended) -> Result<Ended, Ending> {
        let conn = self.talk.as_ref().map_or(0, |talk| talk.conn);
        let text = "initialize was refused; HTTP+SSE of 2024-11-05 is tried at the same URL".to_owned();
        self.recorder.event(conn, EventKind::Note { text })?;
        if self.is_ready_in_time().await? {
            return self.ask_once(call, RequestId::Integer, None).await;
        }
        if let Some(talk) = self.talk.as_mut() {
            talk.is_closed = false;
            talk.connection.back_from_older();
        }
        Ok(refused)
    }
}

/// Whether the answer to `initialize` is one after which the older transport is tried. An answer with our own id is one
/// that understood us.
fn is_refused(talk: &Talk) -> bool {
    let asked = talk.in_flight.first();
    asked.is_some_and(|asked| asked.answer.is_none() && asked.status.is_some_and(|status| OLDER.contains(&status)))
}

fn is_lost(talk: &Talk) -> bool {
    talk.in_flight
        .first()
        .is_some_and(|asked| asked.answer.is_none() && asked.status == Some(NOT_FOUND))
}
