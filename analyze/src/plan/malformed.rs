//! What no client may send (`probes.malformed`): each kind on a throw-away connection, since a server may die of it.
//!
//! The specification forbids clients all of it; what a server makes of it decides whether one broken client, or one that is
//! hostile, can take the server from all others.

use mcpward_schemas::snapshot::{Call, RawBytes, Step};
use serde_json::json;

use super::calls::{self, Called};
use super::handshake::Handshake;
use super::modern::Modern;
use super::tasks::{self, ping};
use super::{Greeting, Learned, Scenario};
use crate::contract::{ListKind, probe};
use crate::limits::ALTERED_STATES_MAX;
use crate::protocol;

/// A file that every Linux has and that names nobody.
const HARMLESS: &str = "/../../../../../../../../etc/os-release";

/// The connections for a server of what was learned; none where it was not there. `called` are the tools that are called anyway.
pub(super) fn plan(learned: &Learned, called: &[Called]) -> Vec<Scenario> {
    let mut connections = of_main_era(learned);
    let states = altered_states(called);
    if learned.serves_modern && !states.is_empty() {
        let scenario = probe::malformed(probe::ALTERED_STATE);
        let connection = Modern::probing(&scenario, protocol::MODERN_NEWEST, states);
        connections.push(Scenario::modern(connection));
    }
    connections
}

/// Calls that send a state back that is not the one which the server gave (2026-07-28, Multi Round-Trip Requests): it must not act
/// on what it did not say itself. What asks nothing back is called as usual.
pub(super) fn altered_states(called: &[Called]) -> Vec<Step> {
    let called = called.iter().take(ALTERED_STATES_MAX);
    let step = |Called { tool, arguments }: &Called| {
        let call = Call {
            alters_state: true,
            ..calls::tool_call(tool, arguments)
        };
        tasks::request(&format!("{}/{tool}", probe::ALTERED_STATE), call)
    };
    called.map(step).collect()
}

fn of_main_era(learned: &Learned) -> Vec<Scenario> {
    match &learned.handshake {
        Greeting::Agreed(version) => handshake(version, learned),
        Greeting::Unknown | Greeting::Refused if learned.serves_modern => {
            let version = protocol::MODERN_NEWEST;
            kinds(&tasks::discover())
                .map(|(name, steps)| Scenario::modern(Modern::probing(&probe::malformed(name), version, steps)))
                .collect()
        }
        Greeting::Unknown | Greeting::Refused => Vec::new(),
    }
}

fn handshake(version: &str, learned: &Learned) -> Vec<Scenario> {
    let early = [
        Handshake::early(probe::PING_EARLY, version, ping()),
        Handshake::early(probe::LIST_EARLY, version, Call::new(ListKind::Tools.method())),
    ];
    let again = tasks::guarded(probe::INITIALIZE_AGAIN, Call::new("initialize"), &ping());
    let mut probing: Vec<_> = kinds(&ping()).collect();
    probing.push((probe::INITIALIZE_AGAIN, vec![again]));
    probing.extend(
        learned
            .file
            .as_deref()
            .map(|file| (probe::TRAVERSAL, vec![traversal(file)])),
    );
    let probing = probing
        .into_iter()
        .map(|(name, steps)| Handshake::probing(&probe::malformed(name), version, steps));
    early.into_iter().chain(probing).map(Scenario::handshake).collect()
}

/// Lines that are no proper messages, by kind.
fn kinds(barrier: &Call) -> impl Iterator<Item = (&'static str, Vec<Step>)> {
    let line = |probe: &str, bytes: &[u8]| Step::Raw {
        probe: probe.to_owned(),
        bytes: RawBytes::new(bytes),
        barrier: barrier.clone(),
    };
    [
        (probe::NOT_JSON, vec![line(probe::NOT_JSON, b"{bad")]),
        (
            probe::NO_METHOD,
            vec![
                line(probe::NO_METHOD, br#"{"jsonrpc":"2.0","id":"raw-1"}"#),
                line(probe::OLD_JSONRPC, br#"{"jsonrpc":"1.0","id":"raw-2","method":"ping"}"#),
            ],
        ),
        (
            probe::NULL_ID,
            vec![line(probe::NULL_ID, br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#)],
        ),
        (
            probe::NOT_UTF8,
            vec![
                line(
                    probe::NOT_UTF8,
                    b"{\"jsonrpc\":\"2.0\",\"id\":\"raw-\xff\",\"method\":\"ping\"}",
                ),
                line(probe::BLANK_LINE, b""),
                line(
                    probe::CARRIAGE_RETURN,
                    b"{\"jsonrpc\":\"2.0\",\"id\":\"raw-3\",\"method\":\"ping\"}\r",
                ),
            ],
        ),
    ]
    .into_iter()
}

/// A file beside the folder that a listed one lies in.
fn traversal(file: &str) -> Step {
    let folder = file.rsplit_once('/').map_or(file, |(folder, _)| folder);
    let call = Call::with("resources/read", json!({ "uri": format!("{folder}{HARMLESS}") }));
    tasks::guarded(probe::TRAVERSAL, call, &ping())
}
