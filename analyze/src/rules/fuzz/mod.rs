//! Rules about odd inputs: a read-only tool answers whatever it is asked.

mod crash;
mod hang;
mod leak;
mod protocol_error;

use mcpward_schemas::snapshot::Outcome;

use super::{Context, RuleMeta, Sink};
use crate::contract::{DRY_RUN, Exchange, Item, ListKind, probe};

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[crash::RULE, hang::RULE, leak::RULE, protocol_error::RULE];

/// Gives `judge` the odd inputs of each tool; what it returns is a sentence about one of them. The smallest input of those is
/// reported with a case that asks it again, and how many others there are.
fn for_each_tool(cx: &Context<'_>, sink: &mut Sink, judge: fn(&Exchange) -> Option<String>) {
    for item in cx.items(ListKind::Tools) {
        let tried = tried(cx, item);
        if tried.is_empty() {
            let mut connections = cx.contract.connections.iter();
            match connections.find_map(|connection| connection.refusal(item.name.raw(), probe::FUZZ)) {
                Some(DRY_RUN) => sink.skip(item, DRY_RUN),
                Some(reason) => sink.skip_nothing(item, format!("not called: {reason}")),
                None => sink.skip_nothing(item, "no odd input was sent"),
            }
            continue;
        }
        let found = tried.iter().filter_map(|&exchange| Some((exchange, judge(exchange)?)));
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|(exchange, _)| arguments(exchange).len());
        let Some((exchange, message)) = found.first() else {
            continue;
        };
        let more = match found.len() - 1 {
            0 => String::new(),
            1 => " (and by one more input)".to_owned(),
            n => format!(" (and by {n} more inputs)"),
        };
        sink.found(item, format!("{message}{more}"))
            .reproducer(case(item, exchange))
            .frames(exchange.frames());
    }
}

/// The exchanges of the odd inputs of a tool, on any connection.
fn tried<'a>(cx: &Context<'a>, item: &Item) -> Vec<&'a Exchange> {
    let connections = cx.contract.connections.iter();
    let exchanges = connections.flat_map(|connection| &connection.exchanges);
    let of_tool = exchanges.filter(|exchange| {
        let mut parts = exchange.probe.as_deref().unwrap_or_default().splitn(4, '/');
        parts.next() == Some(probe::FUZZ) && parts.nth(2) == Some(item.name.raw())
    });
    of_tool.collect()
}

/// Whether the server was gone or silent, so that there is no answer to judge.
fn is_unanswered(exchange: &Exchange) -> bool {
    exchange.response.is_none() && !matches!(exchange.outcome, Some(Outcome::Answered { .. }))
}

/// The arguments as they were sent.
fn arguments(exchange: &Exchange) -> &str {
    let params = exchange.request.params();
    params
        .and_then(|params| params.get("arguments"))
        .map_or("{}", |arguments| arguments.raw())
}

/// A suite with one case that asks the same, to be pasted: JSON is YAML.
fn case(item: &Item, exchange: &Exchange) -> String {
    let tool = serde_json::Value::from(item.name.raw());
    let name = serde_json::Value::from(exchange.probe.clone().unwrap_or_default());
    let arguments = arguments(exchange);
    format!(
        "- tool: {tool}\n  cases:\n    - name: {name}\n      args: {arguments}\n      expect: {{ tool_is_error: true }}\n"
    )
}
