//! `compliance/mod-mrtr-allowed`: only calls, prompts and resources may ask back.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-mrtr-allowed",
    title: "only three methods ask for more input",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Multi round-trip requests"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A result with `resultType: input_required` that answers another method than `tools/call`, `prompts/get` and `resources/read`.

## Why it matters
Clients do not answer questions on other methods; the request fails.

## Example
`tools/list` answered with `{\"resultType\": \"input_required\", \"inputRequests\": {…}}`.

## What to do
Ask when a tool is called.

## When it is wrong
An extension that the client declared may allow it for further methods.
";

const METHODS: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.modern() else { return };
    let exchanges = cx.contract.connection(surface).exchanges.iter();
    let asking = exchanges.filter_map(|exchange| {
        let method = exchange.method();
        let message = format!("{method} is answered with a request for more input");
        let is_wrong = exchange.asks_back() && !METHODS.contains(&method.as_ref());
        is_wrong.then_some((Level::Fail, message, exchange.response.as_ref()?.frame))
    });
    said::about_server(sink, asking);
}
