//! Opens connections.

use std::io::Write;
use std::time::Duration;

use mcpward_schemas::snapshot::{ClientInfo, Era, EventKind, Outcome};
use tokio::time::Instant;

use super::outgoing::Ids;
use super::talk::{Stderr, Talk};
use super::{Ended, Ending, Session};
use crate::connection::Connection;
use crate::http;
use crate::options::LiveTarget;
use crate::sandbox::Confinement;
use crate::stdio::{ChildEnvironment, Launch};
use crate::transport::Haste;

/// A server that has answered before is given this many times as long to answer again, and [`AGAIN_MORE_MS`] more: what
/// a later connection asks may meet silence, which should not cost the time that a first start may take.
const AGAIN_FACTOR: u32 = 4;
const AGAIN_MORE_MS: u64 = 5_000;
const NO_ENDPOINT: &str = "the server did not say where to send messages: it is no HTTP+SSE endpoint";

impl<W: Write> Session<'_, W> {
    /// Opens a connection, after the one before has ended: some servers kill whoever holds their port.
    pub(super) async fn open(
        &mut self,
        era: &Era,
        client: Option<&ClientInfo>,
        other_account: bool,
    ) -> Result<Ended, Ending> {
        self.close(Haste::Orderly).await?;
        let conn = self.n_conns;
        self.n_conns += 1;
        let opened_at = Instant::now();
        let authorized = match other_account {
            true => Ok(()),
            false => self.authorize(conn).await?,
        };
        if let Err(reason) = authorized {
            self.recorder
                .event(conn, EventKind::StartFailed { reason: reason.clone() })?;
            return Ok(Ended::failed(&reason));
        }
        let (connection, environment) = self.connect(era, other_account);
        let connection = match connection {
            Ok(connection) => connection,
            Err(reason) => {
                self.recorder
                    .event(conn, EventKind::StartFailed { reason: reason.clone() })?;
                return Ok(Ended::failed(&reason));
            }
        };
        if let LiveTarget::Http { insecure: true, .. } = &self.options.target {
            let text =
                "the server's certificate was not checked (server.insecure): anyone on the way could have answered";
            self.recorder.event(conn, EventKind::Note { text: text.to_owned() })?;
        }
        if matches!(connection, Connection::Stdio(_)) {
            for event in self.confinement.iter().flat_map(|confinement| &confinement.events) {
                self.recorder.event(conn, event.clone())?;
            }
            self.recorder.event(conn, EventKind::Spawned)?;
        }
        let mut connect = Duration::from_millis(self.options.timeouts.connect_ms);
        if let (Some(start), Connection::Stdio(_)) = (self.story.start_time(), &connection) {
            connect = connect.min(start * AGAIN_FACTOR + Duration::from_millis(AGAIN_MORE_MS));
        }
        self.talk = Some(Talk {
            conn,
            connection,
            era: era.clone(),
            client: client.unwrap_or(&self.options.client).clone(),
            ids: Ids::default(),
            in_flight: Vec::new(),
            opened_at,
            connect_until: opened_at + connect,
            last_message_at: opened_at,
            has_answered: false,
            is_closed: false,
            is_gone: false,
            stream_failure: None,
            exit: None,
            stderr: Stderr::default(),
            handshake: None,
            has_begun_again: false,
            other_account,
            environment,
        });
        self.until_ready().await
    }

    /// HTTP+SSE tells first where messages go.
    async fn until_ready(&mut self) -> Result<Ended, Ending> {
        if self.is_ready_in_time().await? {
            return Ok(Ended::new(Outcome::Done));
        }
        let conn = self.talk.as_ref().map_or(0, |talk| talk.conn);
        let failure = self.talk.as_mut().and_then(|talk| talk.stream_failure.take());
        let reason = failure.unwrap_or_else(|| NO_ENDPOINT.to_owned());
        self.recorder
            .event(conn, EventKind::StartFailed { reason: reason.clone() })?;
        Ok(Ended::failed(&reason))
    }

    pub(super) async fn is_ready_in_time(&mut self) -> Result<bool, Ending> {
        let until = Instant::now() + Duration::from_millis(self.options.limits.endpoint_ms);
        loop {
            let Some(talk) = self.talk.as_ref().filter(|talk| !talk.is_closed) else {
                return Ok(false);
            };
            if talk.connection.is_ready() {
                return Ok(true);
            }
            if !self.pump(Some(until)).await? {
                self.tell_reached("endpoint_ms", self.options.limits.endpoint_ms)?;
                return Ok(false);
            }
        }
    }

    fn connect(&mut self, era: &Era, other_account: bool) -> (Result<Connection, String>, Option<ChildEnvironment>) {
        let limits = self.options.limits;
        match &self.options.target {
            LiveTarget::Stdio {
                command,
                args,
                env,
                inherit_env,
                cwd,
            } => {
                let helper = &self.options.helper;
                let settle = || Confinement::settle(&self.options.sandbox, helper);
                let confinement = self.confinement.get_or_insert_with(settle);
                let launch = Launch {
                    command,
                    args,
                    env,
                    inherit_env,
                    cwd: cwd.as_ref(),
                    confinement,
                    helper,
                };
                let (connection, environment) = launch.start(limits, &self.recorder.redactor);
                (
                    connection.map(|connection| Connection::Stdio(Box::new(connection))),
                    Some(environment),
                )
            }
            LiveTarget::Http { .. } => {
                let token = self.token.as_ref().map(|token| token.value.as_str());
                let account = match other_account {
                    true => http::Account::Other,
                    false => http::Account::Own { token },
                };
                let connection = http::Connection::new(self.options, era, account, self.recorder.redactor.known());
                (
                    connection.map(|connection| Connection::Http(Box::new(connection))),
                    None,
                )
            }
        }
    }
}
