//! The requests of the handshake era, in their order: those that may end the session come last.

use mcpward_schemas::snapshot::{Call, HttpBody, HttpRequest, Spelling, Step};

use super::super::tasks::ping;
use super::{asking, step, value};
use crate::contract::probe;

/// A web page that is none of the server's own (RFC 2606 keeps the name free).
pub(super) const FOREIGN_ORIGIN: &str = "http://evil.example";
/// A session that no server gives: it is spelled as the specification wants, and it says what it is.
pub(super) const UNKNOWN_SESSION: &str = "mcpward-no-such-session";
/// Its host.
pub(super) const FOREIGN_HOST: &str = "evil.example";
pub(super) const HOST: &str = "host";
pub(super) const ORIGIN: &str = "origin";
pub(super) const SESSION: &str = "mcp-session-id";
pub(super) const VERSION: &str = "mcp-protocol-version";

/// All of them. The first ends the handshake: a client's own `notifications/initialized` would open a stream behind it, and the
/// GET here would be the second, which a server may refuse. `is_local` tells a server that web pages reach by another name.
pub(super) fn all(is_local: bool) -> Vec<Step> {
    let notification = |method: &str| HttpRequest::post(HttpBody::Notification(Call::new(method)));
    let mut steps = vec![
        step(probe::HTTP_INITIALIZED, notification("notifications/initialized")),
        step(probe::HTTP_GET, HttpRequest::new("GET")),
        step(probe::HTTP_ORIGIN, asking(ping()).with(ORIGIN, value(FOREIGN_ORIGIN))),
        step(probe::HTTP_ORIGIN_OWN, asking(ping()).with(ORIGIN, Spelling::OwnOrigin)),
    ];
    if is_local {
        steps.push(step(probe::HTTP_HOST, asking(ping()).with(HOST, value(FOREIGN_HOST))));
    }
    let unknown = |request: HttpRequest| request.with(SESSION, value(UNKNOWN_SESSION)).in_session();
    steps.extend([
        step(
            probe::HTTP_VERSION_BAD,
            asking(ping()).with(VERSION, value(probe::UNPUBLISHED)),
        ),
        step(
            probe::HTTP_VERSION_MISSING,
            asking(ping()).with(VERSION, Spelling::Omitted),
        ),
        step(
            probe::HTTP_SESSION_MISSING,
            asking(ping()).with(SESSION, Spelling::Omitted).in_session(),
        ),
        step(probe::HTTP_SESSION_UNKNOWN, unknown(asking(ping()))),
        step(
            probe::HTTP_NOTIFICATION_REFUSED,
            unknown(notification(probe::UNKNOWN_NOTIFICATION_METHOD)),
        ),
        step(
            probe::HTTP_EVENT_UNKNOWN,
            HttpRequest::new("GET").with("last-event-id", value("mcpward-no-such-event")),
        ),
        step(probe::HTTP_DELETE, HttpRequest::new("DELETE").in_session()),
        step(probe::HTTP_SESSION_ENDED, asking(ping()).in_session()),
    ]);
    steps
}
