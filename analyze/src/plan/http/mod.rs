//! HTTP requests with other headers than a client sends: each once, on a connection of its own, behind all other questions.
//!
//! They are well-formed messages that only ask for what is there, so they may go to any server; over stdio there is nothing
//! of the kind. The recorder sends each as it stands and takes any response.

mod handshake;
mod modern;
mod params;
mod tokens;

use mcpward_schemas::snapshot::{Call, HttpBody, HttpRequest, Spelling, Step};

use super::calls::Wanted;
use super::handshake::Handshake;
use super::modern::Modern;
use super::{Greeting, Learned, Scenario};
use crate::contract::probe;
use crate::protocol;
pub(super) use modern::naming;
pub(super) use params::mirroring;
pub(super) use tokens::Tokens;

/// The connections for a server of what was learned; none where it was not there.
/// `is_local` tells whether it is on this machine.
pub(super) fn plan(learned: &Learned, wanted: &Wanted, tokens: Tokens, is_local: bool) -> Vec<Scenario> {
    let mut connections = Vec::new();
    let agreed = match &learned.handshake {
        Greeting::Agreed(version) => Some(version),
        Greeting::Unknown | Greeting::Refused => None,
    };
    if let Some(version) = agreed {
        // With the main connection and the next one there are three sessions, whose ids tell whether they can be guessed.
        let one_more = Handshake::greeting(probe::HTTP_SESSION, version);
        connections.push(Scenario::handshake(one_more));
        let connection = Handshake::spelling(probe::HTTP, version, handshake::all(tokens, is_local));
        connections.push(Scenario::handshake(connection));
    }
    if learned.serves_modern {
        let mut steps = modern::all();
        if !learned.tools.is_empty() {
            steps.extend(
                modern::naming(&learned.tools)
                    .into_iter()
                    .map(|step| wanted.allowed(step)),
            );
        }
        let called = wanted.called(&learned.definitions);
        let mirroring = mirroring(&called, &learned.definitions);
        steps.extend(mirroring.into_iter().map(|step| wanted.allowed(step)));
        if agreed.is_none() {
            steps.extend(modern::without_handshake(tokens, is_local));
        }
        let connection = Modern::probing(probe::HTTP_MODERN, protocol::MODERN_NEWEST, steps);
        connections.push(Scenario::modern(connection));
    }
    connections
}

/// What a web page could send in the name of its user: `call` with an origin that is none of the server's own, with the server's,
/// and to a server on this machine by another name.
fn of_web_pages(call: fn() -> Call, is_local: bool) -> Vec<Step> {
    /// RFC 2606 keeps the name free.
    const FOREIGN_HOST: &str = "evil.example";
    const FOREIGN_ORIGIN: &str = "http://evil.example";
    const ORIGIN: &str = "origin";
    let mut steps = vec![
        step(probe::HTTP_ORIGIN, asking(call()).with(ORIGIN, value(FOREIGN_ORIGIN))),
        step(probe::HTTP_ORIGIN_OWN, asking(call()).with(ORIGIN, Spelling::OwnOrigin)),
    ];
    if is_local {
        steps.push(step(probe::HTTP_HOST, asking(call()).with("host", value(FOREIGN_HOST))));
    }
    steps
}

fn step(probe: &str, request: HttpRequest) -> Step {
    let probe = probe.to_owned();
    Step::Http { probe, request }
}

/// A POST of a request.
fn asking(call: Call) -> HttpRequest {
    HttpRequest::post(HttpBody::Request(call))
}

fn value(text: &str) -> Spelling {
    Spelling::Value(text.to_owned())
}
