//! Protocol rules: what the specification asks of every server.

mod capabilities;
mod expected_protocol_version;
mod handshake;
mod message_shape;
mod ping;
mod protocol_version;
mod server_info;

use super::RuleMeta;

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[
    capabilities::RULE,
    expected_protocol_version::RULE,
    handshake::RULE,
    message_shape::RULE,
    ping::RULE,
    protocol_version::RULE,
    server_info::RULE,
];
