//! Names of probes: the planner gives them, the reader of the contract finds exchanges by them.

use super::listing::ListKind;

/// `initialize` on a connection of the handshake era.
pub const INITIALIZE: &str = "initialize";
/// The notification that ends the handshake.
pub const INITIALIZED: &str = "initialized";
/// The first ping.
pub const PING: &str = "ping";
/// `tools/call` with a name that the server does not have.
pub const UNKNOWN_TOOL: &str = "unknown-tool";
/// A tool without its required arguments; the name of the tool follows, as in all probes below.
pub const MISSING_REQUIRED: &str = "missing-required";
/// A tool with an argument of the wrong type.
pub const WRONG_TYPE: &str = "wrong-type";
/// A tool with arguments that are no object.
pub const MALFORMED_REQUEST: &str = "malformed-request";
/// What a probe asks: the first part of its name, which is one of the names here.
pub fn kind(probe: &str) -> &str {
    probe.split('/').next().unwrap_or_default()
}

/// Whether a probe calls a real tool with arguments that it must refuse.
pub fn is_of_errors(probe: &str) -> bool {
    [MISSING_REQUIRED, WRONG_TYPE].contains(&kind(probe))
}

/// Whether a probe calls a tool for its result or its time, so that the call is to work.
pub fn is_to_work(probe: &str) -> bool {
    [SAMPLE, WARMUP, LATENCY].contains(&kind(probe))
}

/// A call whose result shows the shape; the number of the sample and the tool follow.
pub const SAMPLE: &str = "sample";
/// A call whose time does not count; its number and the tool follow.
pub const WARMUP: &str = "warmup";
/// A call whose time counts; its number and the tool follow.
pub const LATENCY: &str = "latency";
/// A call without the member `arguments`; the tool follows, as in the two below.
pub const NO_ARGUMENTS: &str = "no-arguments";
/// A call that is taken back at once.
pub const CANCELED: &str = "canceled";
/// A call as a task of a tool that can't be run as one.
pub const TASK_FORBIDDEN: &str = "task-forbidden";
/// A call by a client that declares no capabilities, where the one that is declared has some; the tool follows.
pub const NO_CAPABILITIES: &str = "no-capabilities";
/// A call as a task of a tool that can be run as one, without handshake a call by a client that declares the extension for tasks; the
/// tool follows, as in the ones below.
pub const TASK_CREATE: &str = "task-create";
/// That task; the number of the question follows, counted from 1, or `after`.
pub const TASK_GET: &str = "task-get";
/// The result of the task, once it has ended.
pub const TASK_RESULT: &str = "task-result";
/// The end of a task that has ended by itself.
pub const TASK_CANCEL: &str = "task-cancel";
/// The end of a task that takes too long, or asks for something.
pub const TASK_ABANDON: &str = "task-abandon";
/// An odd input; the seed, its number and the tool follow.
pub const FUZZ: &str = "fuzz";
/// A ping whose id is a string.
pub const ID_STRING: &str = "id-string";
/// A ping whose id is the largest integer that floating point holds exactly.
pub const ID_LARGE: &str = "id-large";
/// A request for a method that nobody has.
pub const UNKNOWN_METHOD: &str = "unknown-method";
/// A notification that nobody knows.
pub const UNKNOWN_NOTIFICATION: &str = "unknown-notification";
/// The method of that notification.
pub const UNKNOWN_NOTIFICATION_METHOD: &str = "notifications/mcpward_unknown";
/// The ping after that notification.
pub const AFTER_NOTIFICATION: &str = "after-notification";
/// The cancellation of a request that was never sent.
pub const CANCEL_UNKNOWN: &str = "cancel-unknown";
/// The ping after that cancellation.
pub const AFTER_CANCEL: &str = "after-cancel";
/// A list with a cursor that the server never gave.
pub const CURSOR_UNKNOWN: &str = "cursor-unknown";
/// A list with a cursor that is a number.
pub const CURSOR_TYPE: &str = "cursor-type";
/// The first cursor of a listing once more.
pub const CURSOR_AGAIN: &str = "cursor-again";
/// A prompt of the server without the arguments that it requires.
pub const PROMPT_INCOMPLETE: &str = "prompt-incomplete";
/// A task that does not exist, where the server declares tasks; without handshake by a client that declares them too.
pub const TASK_UNKNOWN: &str = "task-unknown";
/// The same in the era without handshake, by a client that does not declare tasks.
pub const TASK_UNDECLARED: &str = "task-undeclared";
/// A log level that does not exist, with handshake, where the server declares logging.
pub const LOGGING_UNKNOWN: &str = "logging-unknown";
/// A completion for a prompt that the server does not have, where it declares completions.
pub const COMPLETION: &str = "completion";
/// A resource that the server does not have, where it declares resources.
pub const RESOURCE_UNKNOWN: &str = "resource-unknown";
/// A prompt that the server does not have, where it declares prompts.
pub const PROMPT_UNKNOWN: &str = "prompt-unknown";
/// A page of MCP Apps that a tool links; its URI follows.
pub const UI_PAGE: &str = "ui-page";
/// One of the first resources that are listed, where the configuration asks for that; its URI follows.
pub const RESOURCE_READ: &str = "resource-read";
/// The log level, where the server declares logging.
pub const LOGGING: &str = "logging";
/// A log level above the usual, behind everything else, where the server declares logging.
pub const LOGGING_ERROR: &str = "logging-error";
/// A list once more, or a ping, that the server may log about.
pub const LOGGING_AFTER: &str = "logging-after";
/// The usual log level again.
pub const LOGGING_BACK: &str = "logging-back";
/// `server/discover` on a connection of the era without handshake.
pub const DISCOVER: &str = "discover";
/// `server/discover` with a version that was never published in `_meta`.
pub const VERSION_UNKNOWN: &str = "version-unknown";
/// `server/discover` without `_meta`.
pub const META_MISSING: &str = "meta-missing";
/// `server/discover` whose `_meta` lacks the capabilities of the client.
pub const CAPABILITIES_MISSING: &str = "capabilities-missing";
/// `server/discover` whose `_meta` lacks the name of the client, which is optional.
pub const CLIENT_MISSING: &str = "client-missing";
/// A list whose `_meta` asks for a log level that does not exist.
pub const LOG_LEVEL_UNKNOWN: &str = "log-level-unknown";
/// A subscription to changes of the tools; it is ended when the request behind it has been answered.
pub const LISTEN: &str = "listen";
/// A subscription to a listed resource, where the server declares that they can be had.
pub const SUBSCRIBE: &str = "subscribe";
/// Its end.
pub const UNSUBSCRIBE: &str = "unsubscribe";
/// The first list among other requests, without handshake.
pub const STATELESS_LIST: &str = "stateless-list";
/// `server/discover` among them.
pub const STATELESS_DISCOVER: &str = "stateless-discover";
/// The connection that all lists come from.
pub const MAIN: &str = "main";
/// Two pings in one array, on a connection of its own, where 2025-03-26 is spoken: the only version that has arrays.
pub const BATCH: &str = "batch";
/// The ids of those pings.
pub const BATCH_IDS: [&str; 2] = ["batch-1", "batch-2"];
/// The connection on which probes are asked by themselves that the server ended of when several were under way.
pub const ONE_BY_ONE: &str = "one-by-one";
/// The connection for HTTP requests with other headers than a client sends; those of the other era begin so too.
pub const HTTP: &str = "http";
/// The connection for such requests in the era without handshake.
pub const HTTP_MODERN: &str = "http-modern";
/// `notifications/initialized`, which opens no stream there.
pub const HTTP_INITIALIZED: &str = "http-initialized";
/// A GET, which may open a stream.
pub const HTTP_GET: &str = "http-get";
/// A ping from a web page of another origin.
pub const HTTP_ORIGIN: &str = "http-origin";
/// A ping from a web page of the server's own origin.
pub const HTTP_ORIGIN_OWN: &str = "http-origin-own";
/// A ping for another host.
pub const HTTP_HOST: &str = "http-host";
/// A ping whose version header names a version that was never published.
pub const HTTP_VERSION_BAD: &str = "http-version-bad";
/// A ping without session id.
pub const HTTP_SESSION_MISSING: &str = "http-session-missing";
/// A ping in a session that the server never gave.
pub const HTTP_SESSION_UNKNOWN: &str = "http-session-unknown";
/// A ping without version header.
pub const HTTP_VERSION_MISSING: &str = "http-version-missing";
/// A notification in a session that the server never gave.
pub const HTTP_NOTIFICATION_REFUSED: &str = "http-notification-refused";
/// A GET that goes on after an event that the server never sent.
pub const HTTP_EVENT_UNKNOWN: &str = "http-event-unknown";
/// A request without token, where the capture has one.
pub const HTTP_TOKEN_MISSING: &str = "http-token-missing";
/// A request with a token that nobody gave.
pub const HTTP_TOKEN_INVALID: &str = "http-token-invalid";
/// A request with the token in its URL.
pub const HTTP_TOKEN_IN_QUERY: &str = "http-token-in-query";
/// The metadata of the protected resource, for the path of the endpoint.
pub const HTTP_METADATA: &str = "http-metadata";
/// The same, for the whole origin.
pub const HTTP_METADATA_OF_ORIGIN: &str = "http-metadata-of-origin";
/// The connection that shows one more session.
pub const HTTP_SESSION: &str = "http-session";
/// The end of the session.
pub const HTTP_DELETE: &str = "http-delete";
/// A ping in the session that has ended.
pub const HTTP_SESSION_ENDED: &str = "http-session-ended";
/// `server/discover` whose method header names another method.
pub const HTTP_METHOD_OTHER: &str = "http-method-other";
/// `server/discover` whose version header names another version than its body.
pub const HTTP_VERSION_OTHER: &str = "http-version-other";
/// A tool that there is not, whose name header names another.
pub const HTTP_NAME_OTHER: &str = "http-name-other";
/// `server/discover` without method header.
pub const HTTP_METHOD_MISSING: &str = "http-method-missing";
/// A tool that there is not, without name header.
pub const HTTP_NAME_MISSING: &str = "http-name-missing";
/// `server/discover` whose method header is spelled with other capitals.
pub const HTTP_METHOD_CASE: &str = "http-method-case";
/// A tool that there is not, whose name no header can hold as it is.
pub const HTTP_NAME_ENCODED: &str = "http-name-encoded";
/// A tool that is called anyway, whose header says something else of an argument than its body.
pub const HTTP_PARAM_OTHER: &str = "http-param-other";
/// The same without that header.
pub const HTTP_PARAM_MISSING: &str = "http-param-missing";
/// `server/discover` with a session id, which means nothing there.
pub const HTTP_SESSION_STRANGE: &str = "http-session-strange";
/// A GET to a server that only speaks the era without handshake.
pub const HTTP_GET_MODERN: &str = "http-get-modern";
/// A DELETE to such a server.
pub const HTTP_DELETE_MODERN: &str = "http-delete-modern";
/// The connection of the era without handshake.
pub const MODERN: &str = "modern";
/// The connection on which another account asks for the lists.
pub const OTHER_ACCOUNT: &str = "other-account";
/// A version that was never published.
pub const UNPUBLISHED: &str = "1999-01-01";

/// The connection that passes for another client, counted from 1.
pub fn client(n: u32) -> String {
    format!("client/{n}")
}

/// What the names of throw-away connections begin with.
pub const MALFORMED: &str = "malformed/";
/// A ping before `initialize`.
pub const PING_EARLY: &str = "ping-early";
/// `tools/list` before `initialize`.
pub const LIST_EARLY: &str = "list-early";
/// A second `initialize`.
pub const INITIALIZE_AGAIN: &str = "initialize-again";
/// A file beside the folder that a resource lies in.
pub const TRAVERSAL: &str = "traversal";
/// A call whose state is sent back altered; the tool follows.
pub const ALTERED_STATE: &str = "altered-state";
/// A line that is no JSON.
pub const NOT_JSON: &str = "not-json";
/// A request without a method.
pub const NO_METHOD: &str = "no-method";
/// A request of another version of JSON-RPC.
pub const OLD_JSONRPC: &str = "old-jsonrpc";
/// A ping whose id is null.
pub const NULL_ID: &str = "null-id";
/// A line with bytes that are no UTF-8.
pub const NOT_UTF8: &str = "not-utf8";
/// A line without anything.
pub const BLANK_LINE: &str = "blank-line";
/// A message that ends with a carriage return before the line feed.
pub const CARRIAGE_RETURN: &str = "carriage-return";

/// The throw-away connection of a probe.
pub fn malformed(probe: &str) -> String {
    format!("{MALFORMED}{probe}")
}

/// The connection that asks for one version.
pub fn version(version: &str) -> String {
    format!("version/{version}")
}

/// The probe of a method that the era without handshake took out.
pub fn removed(method: &str) -> String {
    format!("removed/{method}")
}

/// The number of the listing behind the calls, which is only compared with those before: `tools-list/after/1`.
pub const PASS_AFTER: u32 = u32::MAX;
const AFTER: &str = "after";

/// The probe of one page of one listing, both counted from 1: `tools-list/1/2`.
pub fn page(kind: ListKind, pass: u32, page: u32) -> String {
    match pass {
        PASS_AFTER => format!("{}/{AFTER}/{page}", kind.probe()),
        _ => format!("{}/{pass}/{page}", kind.probe()),
    }
}

/// The probe of a method that the server's capabilities do not announce.
pub fn undeclared(method: &str) -> String {
    format!("undeclared/{method}")
}

/// What a probe of [`page`] asked for: the kind, the listing and the page.
pub fn parse_page(probe: &str) -> Option<(ListKind, u32, u32)> {
    let mut parts = probe.split('/');
    let kind = parts.next()?;
    let kind = ListKind::ALL.into_iter().find(|known| known.probe() == kind)?;
    let pass = match parts.next()? {
        AFTER => PASS_AFTER,
        number => number.parse().ok()?,
    };
    let page = parts.next()?.parse().ok()?;
    parts.next().is_none().then_some((kind, pass, page))
}

#[cfg(test)]
mod tests {
    use super::{ListKind, PASS_AFTER, page, parse_page};

    #[test]
    fn pages_are_named_and_read_back() {
        for kind in ListKind::ALL {
            for pass in [2, PASS_AFTER] {
                assert_eq!(parse_page(&page(kind, pass, 17)), Some((kind, pass, 17)));
            }
        }
        for other in [
            "ping",
            "tools-list",
            "tools-list/1",
            "tools-list/1/x",
            "tools-list/1/2/3",
            "nope/1/1",
        ] {
            assert_eq!(parse_page(other), None, "{other}");
        }
    }
}
