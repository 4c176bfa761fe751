//! Arrays of messages, which only 2025-03-26 has: servers must take them (2025-03-26, Base protocol, Batching).

use mcpward_schemas::snapshot::{RawBytes, Step};

use super::Scenario;
use super::handshake::Handshake;
use super::tasks::ping;
use crate::contract::probe;

/// The version that has arrays.
pub(super) const VERSION: &str = "2025-03-26";

/// A connection of its own, since a server may die of an array that it does not know.
pub(super) fn connection() -> Scenario {
    let pings = probe::BATCH_IDS.map(|id| format!(r#"{{"jsonrpc":"2.0","id":"{id}","method":"ping"}}"#));
    let step = Step::Raw {
        probe: probe::BATCH.to_owned(),
        bytes: RawBytes::new(format!("[{}]", pings.join(",")).as_bytes()),
        barrier: ping(),
    };
    Scenario::handshake(Handshake::agreed(probe::BATCH, VERSION, vec![step]))
}
