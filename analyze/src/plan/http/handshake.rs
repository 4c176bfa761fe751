//! The requests of the handshake era, in their order: those that may end the session come last.

use mcpward_schemas::snapshot::{Call, HttpBody, HttpRequest, Spelling, Step};

use super::super::tasks::ping;
use super::{Tokens, asking, of_web_pages, step, value};
use crate::contract::probe;

/// A session that no server gives: it is spelled as the specification wants, and it says what it is.
pub(super) const UNKNOWN_SESSION: &str = "mcpward-no-such-session";
pub(super) const SESSION: &str = "mcp-session-id";
pub(super) const VERSION: &str = "mcp-protocol-version";

/// All of them. The first ends the handshake: a client's own `notifications/initialized` would open a stream behind it, and the
/// GET here would be the second, which a server may refuse. `is_local` tells a server that web pages reach by another name.
pub(super) fn all(tokens: Tokens, is_local: bool) -> Vec<Step> {
    let notification = |method: &str| HttpRequest::post(HttpBody::Notification(Call::new(method)));
    let mut steps = vec![
        step(probe::HTTP_INITIALIZED, notification("notifications/initialized")),
        step(probe::HTTP_GET, HttpRequest::new("GET")),
    ];
    steps.extend(of_web_pages(ping, is_local));
    steps.extend(tokens.steps(ping));
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
