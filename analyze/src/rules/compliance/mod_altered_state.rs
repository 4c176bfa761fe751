//! `compliance/mod-altered-state`: a state that comes back altered is refused.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, Exchange, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-altered-state",
    title: "a state that comes back altered is refused",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Multi Round-Trip Requests, Request state"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
With `probes.malformed`: a call of a server without handshake whose `requestState` is sent back with another character in its middle,
and which is served all the same. Three tools that are called anyway (`checks.drift.output`, `checks.latency`) are called for it.

## Why it matters
The state goes through the client, which can write into it what it likes: whose call it is, what was agreed to, how far it went.

## Example
```json
{\"result\": {\"resultType\": \"input_required\", \"requestState\": \"user=17;step=2\"}}
{\"method\": \"tools/call\", \"params\": {\"name\": \"pay\", \"requestState\": \"user=A7;step=2\"}}
```

## What to do
Sign the state or seal it, bind it to the account and the call that it belongs to, and answer one that does not fit with an error.

## When it is wrong
A state that nothing depends on, as a number of a round, need not be guarded; that is not seen from outside.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let scenario = probe::malformed(probe::ALTERED_STATE);
    let mut connections = cx.contract.connections.iter();
    let connection = connections.find(|connection| connection.scenario == scenario);
    let calls: Vec<&Exchange> = connection
        .into_iter()
        .flat_map(|connection| connection.tool_calls())
        .map(|(_, exchange)| exchange)
        .collect();
    if calls.is_empty() {
        return cx.not_thrown_away(sink, "no tool is called anyway");
    }
    let has_state = |exchange: &&Exchange| {
        let params = exchange.request.params();
        params.is_some_and(|params| params.get("requestState").is_some())
    };
    let altered: Vec<_> = calls.into_iter().filter(has_state).collect();
    if altered.is_empty() {
        return sink.skip_nothing(About::server(), "none of the tools that were called gave a state");
    }
    let of = |kind: Answered| altered.iter().filter(move |exchange| exchange.answered() == kind);
    if let Some(unknown) = of(Answered::Nothing).next() {
        sink.skip(About::server(), unknown.why_no_result());
    }
    for served in of(Answered::Success) {
        let message = "a call is served though the state that came back is not the one which was given";
        sink.found(About::server(), message).frames(served.frames());
    }
}
