//! One connection, whatever its transport.

use std::sync::Arc;

use mcpward_schemas::snapshot::{Http, HttpRequest};

use crate::redact::Known;
use crate::transport::{Haste, Incoming, Outgoing};
use crate::{http, stdio};

/// A connection to the server.
pub(crate) enum Connection {
    Stdio(Box<stdio::Connection>),
    Http(Box<http::Connection>),
}

/// A message that is on its way.
#[derive(Debug)]
pub(crate) struct Sent {
    /// The HTTP side of its frame.
    pub(crate) http: Option<Http>,
}

impl Connection {
    /// Sends a message without waiting; `None` where too much waits already.
    pub(crate) fn send(&mut self, outgoing: &Outgoing) -> Option<Sent> {
        match self {
            Self::Stdio(connection) => connection.send(&outgoing.body).then_some(Sent { http: None }),
            Self::Http(connection) => connection.send(outgoing).map(|http| Sent { http: Some(http) }),
        }
    }

    /// Sends an HTTP request that the plan spells; `message` is its body with the headers that mirror it.
    ///
    /// # Errors
    /// A sentence fragment: why it was not sent.
    pub(crate) fn send_spelled(&mut self, request: &HttpRequest, message: &Outgoing) -> Result<Http, &'static str> {
        match self {
            Self::Stdio(_) => Err("it is an HTTP request, and the server is reached over stdio"),
            Self::Http(connection) => connection.send_spelled(request, message),
        }
    }

    /// What happens next. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Incoming {
        match self {
            Self::Stdio(connection) => connection.next().await,
            Self::Http(connection) => connection.next().await,
        }
    }

    /// Whether everything that was to be sent is with the operating system, or with an HTTP exchange of its own.
    pub(crate) fn is_flushed(&self) -> bool {
        match self {
            Self::Stdio(connection) => connection.is_flushed(),
            Self::Http(_) => true,
        }
    }

    /// Whether messages can be sent.
    pub(crate) fn is_ready(&self) -> bool {
        match self {
            Self::Stdio(_) => true,
            Self::Http(connection) => connection.is_ready(),
        }
    }

    /// Gives up an HTTP exchange.
    pub(crate) fn abandon(&mut self, exchange: u32) {
        if let Self::Http(connection) = self {
            connection.abandon(exchange);
        }
    }

    /// Whether the answer to a request may come elsewhere than in the response to it.
    pub(crate) fn answers_elsewhere(&self) -> bool {
        match self {
            Self::Stdio(_) => true,
            Self::Http(connection) => connection.answers_elsewhere(),
        }
    }

    /// Whether the server has given a session.
    pub(crate) fn has_session(&self) -> bool {
        matches!(self, Self::Http(connection) if connection.has_session())
    }

    /// Sends this token from now on, over HTTP.
    pub(crate) fn authorize(&mut self, token: &str, known: Arc<Known>) {
        if let Self::Http(connection) = self {
            connection.authorize(token, known);
        }
    }

    /// Opens the stream of the older HTTP transport; `false` where that makes no sense.
    pub(crate) fn try_older(&mut self) -> bool {
        match self {
            Self::Stdio(_) => false,
            Self::Http(connection) => connection.try_older(),
        }
    }

    /// The older transport is not there.
    pub(crate) fn back_from_older(&mut self) {
        if let Self::Http(connection) = self {
            connection.back_from_older();
        }
    }

    /// Begins the end; [`Connection::next`] reports what happens until [`Incoming::Gone`].
    pub(crate) fn close(&mut self, haste: Haste) {
        match self {
            Self::Stdio(connection) => connection.close(haste),
            Self::Http(connection) => connection.close(haste),
        }
    }
}
