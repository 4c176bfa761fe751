//! Rules about the error contract: which failures are JSON-RPC errors, and which are results that the model can read.
//!
//! The verdicts follow the tables of each protocol version: before 2025-11-25 bad arguments may be answered either way,
//! since then a result with `isError` is preferred, so that the model can correct itself.

mod error_in_success;
mod is_error_without_text;
mod malformed_request;
mod missing_required;
mod protocol_error_in_text;
mod tool_exception;
mod unknown_tool;
mod wrong_type;

use super::{Context, RuleMeta, Sink};
use crate::contract::{Exchange, Item, ListKind};

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[
    error_in_success::RULE,
    is_error_without_text::RULE,
    malformed_request::RULE,
    missing_required::RULE,
    protocol_error_in_text::RULE,
    tool_exception::RULE,
    unknown_tool::RULE,
    wrong_type::RULE,
];

/// First version whose text says that bad arguments belong into a result (SEP-1303).
const SINCE_TOOL_ERRORS: &str = "2025-11-25";

/// The version of the surface that was asked; versions are dates, so they compare as text.
fn version(cx: &Context<'_>) -> String {
    cx.main().map(crate::contract::Surface::version).unwrap_or_default()
}

/// Gives each tool to `judge` with the exchange of its probe; the others are skipped with the reason.
fn for_each_probe(cx: &Context<'_>, sink: &mut Sink, probe: &str, judge: &mut dyn FnMut(&Item, &Exchange, &mut Sink)) {
    let Some(surface) = cx.main() else { return };
    let connection = cx.contract.connection(surface);
    let probes = connection.probes();
    for item in cx.items(ListKind::Tools) {
        let name = item.name.raw();
        let exchange = probes.get(format!("{probe}/{name}").as_str());
        match (exchange, connection.refusal(name, "errors")) {
            (Some(exchange), _) => judge(item, exchange, sink),
            (None, Some(reason)) => sink.skip_nothing(item, format!("not called: {reason}")),
            (None, None) => sink.skip_nothing(item, "nothing was sent that the tool must refuse"),
        }
    }
}

/// The `tools/call` exchanges of the main connection that reached a tool, each with the tool's entry where it was listed.
fn calls<'a>(cx: &Context<'a>) -> Vec<(Option<&'a Item>, String, &'a Exchange)> {
    let Some(surface) = cx.main() else {
        return Vec::new();
    };
    let mut by_name = std::collections::BTreeMap::new();
    for item in cx.items(ListKind::Tools) {
        by_name.entry(item.name.raw()).or_insert(item);
    }
    let all = cx.contract.connection(surface).tool_calls();
    all.map(|(name, exchange)| (by_name.get(name.as_str()).copied(), name, exchange))
        .collect()
}

/// Whether the call was made to be refused, so that an error is what it is for.
fn is_provocation(exchange: &Exchange) -> bool {
    use crate::contract::probe;
    let head = exchange
        .probe
        .as_deref()
        .unwrap_or_default()
        .split('/')
        .next()
        .unwrap_or_default();
    [
        probe::UNKNOWN_TOOL,
        probe::MISSING_REQUIRED,
        probe::WRONG_TYPE,
        probe::MALFORMED_REQUEST,
    ]
    .contains(&head)
}
