//! `errors/missing-required`: a call without its required arguments is refused, in the way of the version.

use mcpward_json::canonical;
use mcpward_schemas::report::{Severity, SubjectKind};

use super::Wanted;
use crate::contract::{Answered, Exchange, Item, ListKind, probe};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "errors/missing-required",
    title: "calls without required arguments are refused",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &["errors/invalid-params"],
    spec: Some("2025-11-25, Tools, Error Handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A tool that, called with no arguments at all, does something although its schema requires some; that crashes or stays silent;
or that answers with an error of an unusual code. Only tools that are read-only or not destructive are called, unless
`checks.errors: {call: all}`.

## Why it matters
The server promises to validate. One that does not acts on half a request. Since 2025-11-25 the refusal belongs into a result with
`isError`, so that the model can mend its call; before, both kinds of error were documented.

## Example
```json
{\"result\": {\"content\": [{\"type\": \"text\", \"text\": \"sent\"}]}}
```

## What to do
Validate arguments against `inputSchema` before acting, and say in a text block which argument is missing. Where the argument
is in fact optional, take it out of `required`.

## When it is wrong
A protocol error for bad arguments is a warning in 2025-11-25, where the text wants a result, and a note in 2026-07-28, where the
schema documents both; many servers built for earlier versions still send it.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let wanted = Wanted::of(cx);
    super::for_each_probe(cx, sink, probe::MISSING_REQUIRED, &mut |item, exchange, sink| {
        let taken = || (Level::Fail, how_it_succeeds(cx, item, exchange).to_owned());
        let Some((level, message)) = wanted.judge(exchange, "missing arguments are", taken) else {
            return;
        };
        sink.found(item, message)
            .level(level)
            .at("/inputSchema/required")
            .frames(exchange.frames());
    });
}

/// A tool that does the same with and without its arguments does not require them; then the schema is wrong, not the check.
fn how_it_succeeds(cx: &Context<'_>, item: &Item, exchange: &Exchange) -> &'static str {
    let result = |exchange: &Exchange| exchange.result().map(canonical);
    let calls = super::calls(cx);
    let mut others = calls.iter().filter(|(_, name, other)| {
        name == item.name.raw() && !super::is_provocation(other) && other.answered() == Answered::Success
    });
    if others.any(|(.., other)| result(other) == result(exchange)) {
        return "a call without the required arguments gives the same result as one with them: they are not required";
    }
    "a call without the required arguments succeeds"
}
