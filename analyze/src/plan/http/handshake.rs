//! The requests of the handshake era, in their order: those that may end the session come last.

use mcpward_schemas::snapshot::{Call, HttpBody, HttpRequest, Spelling, Step};

use super::super::tasks::ping;
use super::{asking, step, value};
use crate::contract::probe;

/// A web page that is none of the server's own (RFC 2606 keeps the name free).
const FOREIGN_ORIGIN: &str = "http://evil.example";
/// A session that no server gives: it is spelled as the specification wants, and it says what it is.
const UNKNOWN_SESSION: &str = "mcpward-no-such-session";
const SESSION: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";

/// All of them. The first ends the handshake: a client's own `notifications/initialized` would open a stream behind it, and the
/// GET here would be the second, which a server may refuse.
pub(super) fn all() -> Vec<Step> {
    let initialized = HttpBody::Notification(Call::new("notifications/initialized"));
    vec![
        step(probe::HTTP_INITIALIZED, HttpRequest::post(initialized)),
        step(probe::HTTP_GET, HttpRequest::new("GET")),
        step(probe::HTTP_ORIGIN, asking(ping()).with("origin", value(FOREIGN_ORIGIN))),
        step(
            probe::HTTP_VERSION_BAD,
            asking(ping()).with(VERSION, value(probe::UNPUBLISHED)),
        ),
        step(
            probe::HTTP_SESSION_MISSING,
            asking(ping()).with(SESSION, Spelling::Omitted).in_session(),
        ),
        step(
            probe::HTTP_SESSION_UNKNOWN,
            asking(ping()).with(SESSION, value(UNKNOWN_SESSION)).in_session(),
        ),
    ]
}
