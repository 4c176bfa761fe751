//! What the rules have in common whose question is asked of one tool that is called anyway.

use crate::contract::{Exchange, Item, ListKind, beginning, probe};
use crate::rules::{About, Context, Sink};

/// The probe of that kind with its tool, and the calls of the tool that were to work. Where there is none the reason is said.
pub(crate) fn asked<'a>(
    cx: &Context<'a>,
    sink: &mut Sink,
    kind: &str,
) -> Option<(&'a Item, &'a Exchange, Vec<&'a Exchange>)> {
    if !are_called(cx) {
        sink.not_asked();
        return None;
    }
    let connection = cx.contract.connection(cx.main()?);
    let asked = connection.tool_calls().find(|(_, exchange)| exchange.kind() == kind);
    let Some((item, exchange)) = asked.and_then(|(name, exchange)| Some((cx.item(ListKind::Tools, &name)?, exchange)))
    else {
        sink.skip_nothing(
            About::server(),
            "no tool was asked, since none is called anyway that it could be asked of",
        );
        return None;
    };
    let calls = connection.tool_calls().filter(|(name, _)| name == item.name.raw());
    let others = calls
        .map(|(_, other)| other)
        .filter(|other| probe::is_to_work(other.kind()));
    Some((item, exchange, others.collect()))
}

/// Whether the configuration has tools called anyway: for samples of their results, or for times.
pub(crate) fn are_called(cx: &Context<'_>) -> bool {
    let checks = &cx.config().checks;
    let samples = checks.drift.as_ref().is_some_and(|drift| drift.output.enabled);
    samples || checks.latency.is_some()
}

/// The tool's name as messages give it.
pub(crate) fn name(item: &Item) -> String {
    item.value()
        .get("name")
        .map_or_else(String::new, |name| beginning(name.raw()))
}
