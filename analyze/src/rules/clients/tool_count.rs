//! `clients/tool-count`: the server alone does not fill a client.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::clients::ToolCount;
use crate::contract::ListKind;
use crate::rules::minded::dress;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/tool-count",
    title: "there are not more tools than the clients take",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
More tools than a client takes from all servers together.

## Why it matters
OpenAI refuses a request with more than 128 tools; editors leave out what comes after their limit, and nobody says which.

## Example
A server with 188 tools, of which a client with a limit of 128 shows the first ones in an order of its own.

## What to do
Merge tools that differ in one parameter, or offer sets of tools that users switch on.

## When it is wrong
Clients that search for tools instead of listing them all have no such limit.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let items = cx.items(ListKind::Tools);
    let clients = cx.chosen.minding::<ToolCount>(|_, rule| items.len() > rule.max);
    if !clients.is_empty() {
        let names: Vec<&str> = clients.iter().map(|client| client.profile.id.as_str()).collect();
        let message = format!(
            "{} tools are more than these clients take: {}",
            items.len(),
            names.join(", ")
        );
        let found = sink.found(About::server(), message);
        found.actual(items.len());
        dress(found, cx, &clients, None);
    }
}
