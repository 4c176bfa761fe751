//! The token that goes with every request: got before the first connection, and once more where it has expired.

use std::io::Write;
use std::time::Duration;

use mcpward_schemas::snapshot::EventKind;
use tokio::time::{Instant, sleep_until};

use super::intake::UNAUTHORIZED;
use super::{Ending, Session};
use crate::oauth;
use crate::options::{LiveTarget, Secret};

/// The name of the token in marks.
const NAME: &str = "oauth-access-token";

/// A token in use.
pub(super) struct Token {
    pub(super) value: String,
    /// Whether the server has taken a request that it came with: then one that it refuses has expired.
    pub(super) is_proven: bool,
    /// When it is too old to begin a connection with.
    old_at: Option<Instant>,
}

/// A connection begins with a token that lasts so long still, where its age is known: most are over by then.
const LASTS: Duration = Duration::from_secs(30);

impl<W: Write> Session<'_, W> {
    /// Whether there are credentials to get a token with.
    fn has_credentials(&self) -> bool {
        matches!(
            &self.options.target,
            LiveTarget::Http {
                credentials: Some(_),
                ..
            }
        )
    }

    /// Gets a token for a connection, where there are credentials and none that will last. The inner error is a sentence fragment.
    pub(super) async fn authorize(&mut self, conn: u32) -> Result<Result<(), String>, Ending> {
        let is_old = |old_at: Instant| old_at <= Instant::now();
        let lasts = self
            .token
            .as_ref()
            .is_some_and(|token| !token.old_at.is_some_and(is_old));
        match self.has_credentials() && !lasts {
            true => self.obtain(conn).await,
            false => Ok(Ok(())),
        }
    }

    /// Gets a new token, where the server has refused one that it took before; `false` where the request is not to be sent again.
    pub(super) async fn renewed(&mut self) -> Result<bool, Ending> {
        let has_expired = self.is_refused() && self.token.as_ref().is_some_and(|token| token.is_proven);
        let talk = self.talk.as_ref().filter(|talk| has_expired && !talk.other_account);
        let Some(conn) = talk.map(|talk| talk.conn) else {
            return Ok(false);
        };
        let text = "the server takes the token no more (HTTP 401); a new one is asked for, once".to_owned();
        self.recorder.event(conn, EventKind::Note { text })?;
        if let Err(reason) = self.obtain(conn).await? {
            let text = reason.clone();
            self.recorder.event(conn, EventKind::Note { text })?;
            self.story.outage(&reason);
            return Ok(false);
        }
        if let (Some(talk), Some(token)) = (self.talk.as_mut(), &self.token) {
            talk.connection.authorize(&token.value, self.recorder.redactor.known());
        }
        Ok(true)
    }

    /// A capture whose token is refused for good is not complete, whatever was answered before.
    pub(super) fn tell_refused(&mut self) {
        if !self.has_credentials() || !self.is_refused() {
            return;
        }
        let asked = self.talk.as_ref().and_then(|talk| talk.in_flight.first());
        if let Some(failure) = asked.and_then(|asked| asked.failure()) {
            let reason = failure.reason.clone();
            self.story.outage(&reason);
        }
    }

    /// Whether the first request of this step was refused for want of a valid token.
    fn is_refused(&self) -> bool {
        let asked = self.talk.as_ref().and_then(|talk| talk.in_flight.first());
        asked.is_some_and(|asked| asked.answer.is_none() && asked.status == Some(UNAUTHORIZED))
    }

    async fn obtain(&mut self, conn: u32) -> Result<Result<(), String>, Ending> {
        let until = Instant::now() + Duration::from_millis(self.options.timeouts.connect_ms);
        let got = tokio::select! {
            biased;
            signal = self.stop.wait() => return Err(Ending::Signal(signal)),
            () = sleep_until(self.run_until) => {
                let after_ms = self.options.timeouts.run_ms;
                self.recorder.event(conn, EventKind::TimedOut { deadline: "run".to_owned(), after_ms })?;
                return Err(Ending::Overtime);
            }
            got = oauth::obtain(self.options, until) => got,
        };
        let token = match got {
            Ok(token) => token,
            Err(reason) => return Ok(Err(reason)),
        };
        self.recorder.redactor.learn(Secret {
            name: NAME.to_owned(),
            value: token.value.clone(),
        });
        let endpoint = token.endpoint;
        let text = format!("a token was obtained from {endpoint} with the client credentials of the configuration");
        self.recorder.event(conn, EventKind::Note { text })?;
        self.token = Some(Token {
            value: token.value,
            is_proven: false,
            old_at: token
                .lasts
                .and_then(|lasts| Instant::now().checked_add(lasts.saturating_sub(LASTS))),
        });
        Ok(Ok(()))
    }
}
