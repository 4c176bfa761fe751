//! What came of an HTTP request that the plan spelled, for the rules that judge it; where nothing did, the reason.

use mcpward_schemas::snapshot::{Outcome, Target};

use super::Level;
use super::context::Context;
use super::sink::{About, Sink};
use crate::contract::{Connection, Spelled, is_loopback, probe};

/// Statuses of a server or gateway that is busy or down, which say nothing about the request (RFC 9110, RFC 6585).
const OUTAGES: &[u16] = &[429, 502, 503, 504];

/// A response to a request of the plan.
#[derive(Clone, Copy)]
pub(super) struct Reply<'a> {
    pub(super) connection: &'a Connection,
    pub(super) spelled: &'a Spelled,
    /// Status of the response.
    pub(super) status: u16,
}

impl Reply<'_> {
    /// Whether the server took the request: a status of success, or an answer with a result.
    pub(super) fn is_taken(self) -> bool {
        self.is_success() && self.spelled.error_code().is_none()
    }

    pub(super) fn is_success(self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The status and what else tells how it was answered, e.g. `HTTP 400 and error -32600`.
    pub(super) fn words(self) -> String {
        match self.spelled.error_code() {
            Some(code) => format!("HTTP {} and error {code}", self.status),
            None => format!("HTTP {}", self.status),
        }
    }
}

/// The response to a probe; `None` where there is none, and then the sink knows why.
pub(super) fn reply<'a>(cx: &Context<'a>, sink: &mut Sink, name: &str) -> Option<Reply<'a>> {
    if !is_over_http(cx, sink) {
        return None;
    }
    let Some((connection, spelled)) = find(cx, name) else {
        sink.skip_nothing(About::server(), "the request was not sent");
        return None;
    };
    let reason = match (spelled.frame, spelled.status, &spelled.outcome) {
        (Some(_), Some(status), _) if OUTAGES.contains(&status) => {
            format!("the request was answered with HTTP {status}, which says nothing about it")
        }
        (Some(_), Some(status), _) => {
            return Some(Reply {
                connection,
                spelled,
                status,
            });
        }
        (None, _, Some(Outcome::Failed { reason, .. })) => {
            sink.skip_nothing(About::server(), reason.clone());
            return None;
        }
        (Some(_), None, Some(Outcome::Failed { reason, .. })) => reason.clone(),
        (Some(_), None, Some(Outcome::TimedOut)) => "the request was not answered in time".to_owned(),
        _ => "the request was not answered".to_owned(),
    };
    sink.skip(About::server(), reason);
    None
}

/// The response to a probe, where there is one that says something.
pub(super) fn answered<'a>(cx: &Context<'a>, name: &str) -> Option<Reply<'a>> {
    let (connection, spelled) = find(cx, name)?;
    let status = spelled.status.filter(|status| !OUTAGES.contains(status))?;
    Some(Reply {
        connection,
        spelled,
        status,
    })
}

/// The responses to those of several probes that say something; where none does, the sink knows why.
pub(super) fn replies<'a>(cx: &Context<'a>, sink: &mut Sink, names: &[&str]) -> Vec<Reply<'a>> {
    let replies: Vec<_> = names.iter().filter_map(|name| answered(cx, name)).collect();
    if replies.is_empty() {
        reply(cx, sink, names[0]);
    }
    replies
}

/// The response to a probe on a connection of these versions with handshake, both ends included.
pub(super) fn reply_in<'a>(cx: &Context<'a>, sink: &mut Sink, name: &str, versions: [&str; 2]) -> Option<Reply<'a>> {
    let reply = reply(cx, sink, name)?;
    let version = negotiated(reply.connection);
    let [first, last] = versions;
    if version.is_empty() || (first..=last).contains(&version.as_str()) {
        return Some(reply);
    }
    sink.skip_nothing(About::server(), format!("{version} does not ask for it"));
    None
}

/// Whether the plan had the probe.
pub(super) fn was_asked(cx: &Context<'_>, name: &str) -> bool {
    find(cx, name).is_some()
}

fn find<'a>(cx: &Context<'a>, name: &str) -> Option<(&'a Connection, &'a Spelled)> {
    let connections = cx.contract.connections.iter();
    let mut spelled = connections.flat_map(|connection| connection.spelled.iter().map(move |own| (connection, own)));
    spelled.find(|(_, spelled)| spelled.probe == name)
}

/// Whether the server is reached over HTTP.
pub(super) fn is_reached(cx: &Context<'_>) -> bool {
    cx.contract.is_over_http()
}

/// Says so where the server is reached over stdio, which has nothing of the kind.
pub(super) fn is_over_http(cx: &Context<'_>, sink: &mut Sink) -> bool {
    let is_http = is_reached(cx);
    if !is_http {
        sink.skip_nothing(About::server(), "the server is not reached over HTTP");
    }
    is_http
}

/// Says so where the server is reached over HTTP, which has no process and no stdout.
pub(super) fn is_over_stdio(cx: &Context<'_>, sink: &mut Sink) -> bool {
    let is_stdio = |target: &Target| matches!(target, Target::Stdio { .. });
    let is_stdio = cx.contract.captures.iter().any(|capture| is_stdio(&capture.target));
    if !is_stdio {
        sink.skip_nothing(About::server(), "the server is not reached over stdio");
    }
    is_stdio
}

/// A header that does not fit its body has HTTP 400 and error -32020 as its answer (2026-07-28, Transports, Streamable HTTP);
/// `what` is the request. A server that answers as if nothing were wrong has not looked at the header.
pub(super) fn unlike_mismatch(reply: Reply<'_>, what: &str) -> Option<(Level, String)> {
    const MISMATCH: i64 = -32020;
    match (reply.status, reply.spelled.error_code()) {
        (400, Some(MISMATCH)) => None,
        (200..=299, code) if code != Some(MISMATCH) => Some((Level::Fail, format!("{what} is not refused"))),
        // A method that is looked up by its header, or a name that is looked up in vain.
        _ => Some((
            Level::Warn,
            format!(
                "{what} is answered with {}, not HTTP 400 and error {MISMATCH}",
                reply.words()
            ),
        )),
    }
}

/// Finds the requests, each a probe and what it is, that are answered in another way than a mismatch.
pub(super) fn tell_unlike_mismatch(cx: &Context<'_>, sink: &mut Sink, requests: &[(&str, &str)]) {
    let names: Vec<&str> = requests.iter().map(|(name, _)| *name).collect();
    for reply in replies(cx, sink, &names) {
        let what = requests.iter().find(|(name, _)| *name == reply.spelled.probe);
        let Some((level, message)) = what.and_then(|(_, what)| unlike_mismatch(reply, what)) else {
            continue;
        };
        sink.found(About::server(), message)
            .level(level)
            .expected(400)
            .actual(reply.status)
            .frames(reply.spelled.frames());
    }
}

/// Whether the server is on this machine, where any web page of its user reaches it.
pub(super) fn is_local(cx: &Context<'_>) -> bool {
    cx.contract.captures.iter().any(|capture| match &capture.target {
        Target::Http { url, .. } => is_loopback(url),
        Target::Stdio { .. } => false,
    })
}

/// The version that the server agreed to; empty where it named none.
pub(super) fn negotiated(connection: &Connection) -> String {
    let hello = connection
        .probe(probe::INITIALIZE)
        .and_then(|exchange| exchange.result());
    let version = hello.and_then(|hello| hello.get("protocolVersion")?.as_str());
    version.unwrap_or_default().into_owned()
}
