//! Rules about results that were captured, also where no suite asks about them.

mod schema;
mod structured_text;

use std::collections::BTreeMap;

use super::{Context, RuleMeta, Sink};
use crate::contract::{Answered, Exchange, Item, ListKind};

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[schema::RULE, structured_text::RULE];

/// Gives `judge` each tool with its successful calls; tools without any are skipped.
fn for_each_tool(cx: &Context<'_>, sink: &mut Sink, judge: &mut dyn FnMut(&Item, &[&Exchange], &mut Sink)) {
    let Some(surface) = cx.main() else { return };
    let mut calls: BTreeMap<String, Vec<&Exchange>> = BTreeMap::new();
    for (name, exchange) in cx.contract.connection(surface).tool_calls() {
        if exchange.answered() == Answered::Success {
            calls.entry(name).or_default().push(exchange);
        }
    }
    for item in cx.items(ListKind::Tools) {
        match calls.get(item.name.raw()) {
            Some(calls) => judge(item, calls, sink),
            None => sink.skip_nothing(item, "the snapshot holds no successful call of the tool"),
        }
    }
}
