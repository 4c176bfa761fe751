//! `compliance/stdio-cancel-answered`: a call that was taken back gets no answer.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, Connection, Exchange, ListKind, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, one_tool};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/stdio-cancel-answered",
    title: "canceled calls get no answer",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Cancellation, Behavior Requirements"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A call that was canceled at once, and is answered when requests behind the cancellation have been answered already: the server knew of
it and went on. One tool that is called anyway (`checks.drift.output`, `checks.latency`) is asked once, over stdio. An error in the
place of the answer is a note: it costs nothing but the message.

## Why it matters
Work that nobody waits for goes on, and keeps the server from work that somebody waits for. In 2026-07-28 a server must send nothing
more for a canceled request.

## Example
```json
{\"method\": \"notifications/cancelled\", \"params\": {\"requestId\": 1040}}
{\"id\": 1041, \"result\": {}}
{\"id\": 1040, \"result\": {\"content\": []}}
```

## What to do
Hand the cancellation to the tool, and drop its result. Most SDKs do so where the tool looks at the signal that it is given.

## When it is wrong
A server may ignore a cancellation where the work can't be stopped. A tool that is done before it can be canceled shows nothing, and
is skipped. Over HTTP nothing is asked: which of two responses was written first is not seen, and 2026-07-28 cancels there by closing
the stream, on which no answer could come.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(connection) = cx.main().map(|surface| cx.contract.connection(surface)) else {
        return;
    };
    if connection.http {
        return sink.skip_nothing(About::server(), "over HTTP the order of two answers is not seen");
    }
    let Some((item, exchange, others)) = one_tool::asked(cx, sink, probe::CANCELED) else {
        return;
    };
    let barrier = exchange.probe.as_deref().and_then(|probe| connection.barrier(probe));
    let Some(barrier) = barrier.filter(|barrier| barrier.response.is_some()) else {
        return sink.skip(About::server(), "the request behind the cancellation was not answered");
    };
    let worked = |other: &&&Exchange| other.answered() == Answered::Success;
    let name = one_tool::name(item);
    match exchange.answered() {
        Answered::Nothing => {
            let took = others.iter().filter(worked).filter_map(|other| other.took_us()).max();
            let seen = connection.from_server().last().map(|message| message.at_us);
            let until = took.map(|took| exchange.request.at_us.saturating_add(took));
            if until.is_none() || seen < until {
                sink.skip_nothing(About::server(), "the connection ended before an answer could have come");
            }
        }
        _ if is_late(connection, exchange, barrier) => {
            let message = format!("a call of {name} that was canceled is answered after requests that were sent later");
            sink.found(About::server(), message).frames(exchange.frames());
        }
        Answered::InvalidParams | Answered::ProtocolError(_) if others.iter().any(|other| worked(&other)) => {
            let message =
                format!("a call of {name} that was canceled is answered with an error, where no answer is wanted");
            sink.found(About::server(), message)
                .level(Level::Note)
                .frames(exchange.frames());
        }
        _ => sink.skip_nothing(About::server(), "the call was answered before it could be canceled"),
    }
}

/// Whether another request behind the barrier was sent and answered before the canceled one was. An answer that only follows
/// that to the barrier may have been written already when the cancellation was read.
fn is_late(connection: &Connection, exchange: &Exchange, barrier: &Exchange) -> bool {
    let (Some(answer), Some(known)) = (&exchange.response, &barrier.response) else {
        return false;
    };
    let later = connection
        .exchanges
        .iter()
        .filter(|other| other.request.frame > known.frame);
    let mut answers = later.filter_map(|other| other.response.as_ref());
    answers.any(|other| other.frame < answer.frame)
}
