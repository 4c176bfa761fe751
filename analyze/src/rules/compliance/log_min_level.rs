//! `compliance/log-min-level`: log messages below the level that was set stay away.

use std::collections::BTreeMap;

use mcpward_json::Value;
use mcpward_schemas::report::{FrameRef, Severity, SubjectKind};

use crate::contract::{Connection, Exchange, Message};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/log-min-level",
    title: "log messages below the level that was set stay away",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Handshake],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Logging, Setting log level"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`notifications/message` of a lower level than the one that `logging/setLevel` has set, after the server has confirmed it. The level
`info` is set behind the other questions, then for the last of them `error`.

## Why it matters
A client that wants errors only is sent everything, and has to read it to throw it away.

## Example
```json
{\"method\": \"logging/setLevel\", \"params\": {\"level\": \"error\"}}
{\"method\": \"notifications/message\", \"params\": {\"level\": \"debug\", \"data\": \"listed\"}}
```

## What to do
Keep the level for the session, and compare each message with it before it is sent. SDKs do so where the session is given along.

## When it is wrong
A message that was under way when the level was confirmed may come late; what comes before the answer to the next ping is not counted.
";

/// Levels from the lowest to the highest (RFC 5424).
const LEVELS: [&str; 8] = [
    "debug",
    "info",
    "notice",
    "warning",
    "error",
    "critical",
    "alert",
    "emergency",
];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.handshake() else { return };
    let connection = cx.contract.connection(surface);
    let nothing = |sink: &mut Sink, reason: &str| sink.skip_nothing(About::server(), reason);
    let spans = spans(connection);
    if spans.is_empty() {
        return nothing(sink, "no log level was confirmed");
    }
    // Without a session nothing ties a later request to the level.
    if connection.http && connection.session.is_none() {
        return nothing(sink, "the server has no session that could keep a log level");
    }
    let asked = asked(connection);
    let heard = || {
        let messages = connection.notifications("notifications/message");
        messages.filter_map(|message| {
            let span = spans.iter().find(|span| span.holds(message, &asked))?;
            Some((rank(message.params()?.get("level")?)?, span.level, message.frame))
        })
    };
    if heard().next().is_none() {
        return nothing(sink, "nothing was logged after a log level was confirmed");
    }
    let low = heard().filter(|(level, set, _)| level < set);
    let said = low.map(|(level, set, frame)| {
        let (level, set) = (LEVELS[level], LEVELS[set]);
        let text = format!("a log message of the level {level} comes, and {set} was set");
        (Level::Warn, text, frame)
    });
    said::about_server(sink, said);
}

/// From one confirmed level to the request for the next.
struct Span {
    level: usize,
    /// The frame behind which the level holds.
    since: FrameRef,
    until: Option<FrameRef>,
}

impl Span {
    /// Whether a message came while the level held. Over HTTP it has to belong to a request that was sent meanwhile: another
    /// stream may bring late what was said before.
    fn holds(&self, message: &Message, asked: &BTreeMap<u32, FrameRef>) -> bool {
        let is_in = |frame: FrameRef| frame > self.since && self.until.is_none_or(|until| frame < until);
        let is_asked = || {
            message
                .http
                .is_none_or(|http| asked.get(&http).is_some_and(|&frame| is_in(frame)))
        };
        is_in(message.frame) && is_asked()
    }
}

fn spans(connection: &Connection) -> Vec<Span> {
    let sets = |exchange: &&Exchange| !exchange.is_barrier && exchange.method() == "logging/setLevel";
    let set: Vec<&Exchange> = connection.exchanges.iter().filter(sets).collect();
    let ends = set.iter().skip(1).map(|next| Some(next.request.frame)).chain([None]);
    let span = |(exchange, until): (&&Exchange, Option<FrameRef>)| {
        let level = exchange.request.params()?.get("level").and_then(rank)?;
        let confirmed = exchange.result().and(exchange.response.as_ref())?.frame;
        let barrier = exchange.probe.as_deref().and_then(|probe| connection.barrier(probe));
        let passed = barrier.and_then(|barrier| barrier.response.as_ref());
        let since = passed.map_or(confirmed, |passed| passed.frame.max(confirmed));
        Some(Span { level, since, until })
    };
    set.iter().zip(ends).filter_map(span).collect()
}

/// The frame of each HTTP request that was an exchange.
fn asked(connection: &Connection) -> BTreeMap<u32, FrameRef> {
    let requests = connection.exchanges.iter().map(|exchange| &exchange.request);
    requests
        .filter_map(|request| Some((request.http?, request.frame)))
        .collect()
}

fn rank(level: Value<'_>) -> Option<usize> {
    LEVELS.iter().position(|known| level.is_text(known))
}
