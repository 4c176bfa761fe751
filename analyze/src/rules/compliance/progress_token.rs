//! `compliance/progress-token`: progress rises, and ends with the answer.

use std::collections::BTreeMap;

use mcpward_json::{Kind, Value, canonical};
use mcpward_schemas::report::{FrameRef, Severity, SubjectKind};

use crate::contract::{Connection, Exchange, Message, beginning};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, one_tool, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/progress-token",
    title: "progress rises and ends with the answer",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Progress, Behavior Requirements"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`notifications/progress` for a call that asked for it, which comes after the answer to that call, or whose `progress` is not above
the one before. All versions say so. The first sample of a tool (`checks.drift.output`) and its first warm-up call
(`checks.latency`) carry a token; other calls ask for no progress.

## Why it matters
Clients forget the token with the answer: what comes later is an error in them. A bar that stands still or runs back looks like a
call that hangs, and clients that wait longer while there is progress give up.

## Example
```json
{\"method\": \"notifications/progress\", \"params\": {\"progressToken\": \"sample/0/count\", \"progress\": 2}}
{\"method\": \"notifications/progress\", \"params\": {\"progressToken\": \"sample/0/count\", \"progress\": 2}}
```

## What to do
Count up with each notification, also where the total is unknown, and wait until the last one is sent before the call is answered.

## When it is wrong
Over HTTP, only what comes in the same response is compared, since streams do not tell which of two messages came first.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !one_tool::are_called(cx) {
        return sink.not_asked();
    }
    let (mut n_asked, mut n_progress) = (0, 0);
    let mut wrong = Vec::new();
    let connections = cx.contract.connections.iter();
    for connection in connections.filter(|connection| !connection.is_throw_away()) {
        let asked = asked(connection);
        if asked.is_empty() {
            continue;
        }
        n_asked += asked.len();
        let mut last = BTreeMap::new();
        for message in connection.notifications("notifications/progress") {
            let Some(exchange) = asked_with(&asked, message) else {
                continue;
            };
            n_progress += 1;
            if is_late(exchange, message, connection.http) {
                let text = format!("progress of {} comes after the answer", name(exchange));
                wrong.push((Level::Fail, text, message.frame));
            }
            let Some(value) = value(message) else { continue };
            let before = last.insert((exchange.request.frame, message.http), value);
            if before.is_some_and(|before| value <= before) {
                let text = format!("progress of {} does not rise", name(exchange));
                wrong.push((Level::Fail, text, message.frame));
            }
        }
    }
    if n_asked == 0 {
        return sink.skip_nothing(About::server(), "no call asked for progress");
    }
    if n_progress == 0 {
        return sink.skip_nothing(About::server(), "no progress was sent");
    }
    said::about_server(sink, wrong.into_iter());
}

/// The requests that asked for progress, by the canonical text of their token.
fn asked(connection: &Connection) -> BTreeMap<String, Vec<&Exchange>> {
    let mut asked: BTreeMap<String, Vec<&Exchange>> = BTreeMap::new();
    for exchange in &connection.exchanges {
        let meta = exchange.request.params().and_then(|params| params.get("_meta"));
        if let Some(token) = meta.and_then(|meta| meta.get("progressToken")) {
            asked.entry(canonical(token)).or_default().push(exchange);
        }
    }
    asked
}

/// The request that a notification is about: the last one with its token that was sent before it.
fn asked_with<'a>(asked: &BTreeMap<String, Vec<&'a Exchange>>, message: &Message) -> Option<&'a Exchange> {
    let token = message.params()?.get("progressToken")?;
    let mut before = asked.get(&canonical(token))?.iter().rev();
    before.find(|exchange| exchange.request.frame < message.frame).copied()
}

/// Whether the answer was there before it. Only within one stream is the order of two messages the server's.
fn is_late(exchange: &Exchange, message: &Message, is_http: bool) -> bool {
    let after = |answer: FrameRef| answer < message.frame;
    let response = exchange.response.as_ref();
    response.is_some_and(|response| after(response.frame) && (!is_http || response.http == message.http))
}

fn value(message: &Message) -> Option<f64> {
    let value = message.params()?.get("progress")?;
    let is_number = value.kind() == Kind::Number;
    is_number.then(|| value.raw().parse().ok()).flatten()
}

/// The tool that was called, else the method.
fn name(exchange: &Exchange) -> String {
    let tool = exchange.request.params().and_then(|params| params.get("name"));
    let tool = tool.map(|tool: Value<'_>| beginning(tool.raw()));
    tool.unwrap_or_else(|| exchange.method().into_owned())
}
