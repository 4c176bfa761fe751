//! HTTP requests with other headers than a client sends: each once, on a connection of its own, behind all other questions.
//!
//! They are well-formed messages that only ask for what is there, so they may go to any server; over stdio there is nothing
//! of the kind. The recorder sends each as it stands and takes any response.

mod handshake;

use mcpward_schemas::snapshot::{Call, HttpBody, HttpRequest, Spelling, Step};

use super::handshake::Handshake;
use super::{Greeting, Learned, Scenario};
use crate::contract::probe;

/// The connections for a server of what was learned; none where it was not there.
/// `is_local` tells whether it is on this machine.
pub(super) fn plan(learned: &Learned, is_local: bool) -> Vec<Scenario> {
    match &learned.handshake {
        Greeting::Agreed(version) => {
            let connection = Handshake::spelling(probe::HTTP, version, handshake::all(is_local));
            vec![Scenario::handshake(connection)]
        }
        Greeting::Unknown | Greeting::Refused => Vec::new(),
    }
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
