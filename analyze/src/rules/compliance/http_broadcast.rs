//! `compliance/http-broadcast`: a message goes to one stream.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use mcpward_json::canonical;
use mcpward_schemas::report::{FrameRef, Severity, SubjectKind};
use mcpward_schemas::snapshot::{Dir, Era};

use crate::contract::{Connection, HttpRequest, HttpResponse, Message, MessageKind};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-broadcast",
    title: "a message goes to one stream",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Http],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Multiple connections"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
With handshake: a request of the server, by its id, on two streams of one session before it was answered. A notification that
comes word by word on the server's own stream and on that of a POST is a warning.

## Why it matters
A client that reads both streams gets the message twice: it asks its user twice, and answers twice.

## Example
The same `elicitation/create` with id 7 on the stream behind GET and on that of the call.

## What to do
Choose one stream for each message: that of the call it belongs to, else the server's own.

## When it is wrong
A server may have two equal things to say; then each would come on one stream. An id that is used again once it was answered is no
broadcast.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut n_streams = 0;
    for connection in over_http::connections(cx).filter(is_handshake) {
        let streams: Vec<_> = connection.http_requests.iter().filter_map(stream).collect();
        n_streams = n_streams.max(streams.len());
        for (level, message, frames) in repeated(connection, &streams) {
            sink.found(About::server(), message).level(level).frames(frames);
        }
    }
    if n_streams < 2 {
        sink.skip_nothing(About::server(), "no two streams were open in one session");
    }
}

fn is_handshake(connection: &&Connection) -> bool {
    matches!(connection.era, Some(Era::Handshake { .. }))
}

/// A request with its stream of events; what resumes another stream is part of that.
fn stream(request: &HttpRequest) -> Option<(&HttpRequest, &HttpResponse)> {
    let response = request.response.as_ref()?;
    let is_stream = response.is_success() && response.is_stream() && request.header("last-event-id").is_none();
    is_stream.then_some((request, response))
}

/// The messages that come on more than one stream, each with the frames of the first two.
fn repeated(connection: &Connection, streams: &[(&HttpRequest, &HttpResponse)]) -> Vec<(Level, String, [FrameRef; 2])> {
    if streams.len() < 2 {
        return Vec::new();
    }
    // One stream may hold as many messages as a capture: only what another one has as well is looked up.
    let by_length = |(_, (_, response)): &(usize, &(&HttpRequest, &HttpResponse))| response.parts.len();
    let longest = streams.iter().enumerate().max_by_key(by_length).map(|(at, _)| at);
    let others = streams.iter().enumerate().filter(|(at, _)| Some(*at) != longest);
    let frames: BTreeSet<FrameRef> = others
        .flat_map(|(_, (_, response))| response.parts.iter().map(|part| part.frame))
        .collect();
    let in_others = connection
        .from_server()
        .filter(|message| frames.contains(&message.frame));
    let wanted: BTreeSet<(bool, String)> = in_others.filter_map(said).collect();
    let texts: BTreeMap<FrameRef, (bool, String)> = connection
        .from_server()
        .filter_map(|message| Some((message.frame, said(message).filter(|said| wanted.contains(said))?)))
        .collect();
    let answers = answers(connection);
    let mut first: BTreeMap<&(bool, String), (&HttpRequest, FrameRef)> = BTreeMap::new();
    let mut found = Vec::new();
    for (request, response) in streams {
        for part in &response.parts {
            let Some(said) = texts.get(&part.frame) else { continue };
            let (other, frame) = *first.entry(said).or_insert((request, part.frame));
            if other.exchange == request.exchange {
                continue;
            }
            let is_own = |request: &HttpRequest| request.method == "GET";
            let frames = [frame, part.frame];
            let (is_request, text) = said;
            if *is_request && is_answered(&answers, text, frames) {
                // The id is used again, which is no broadcast.
                first.insert(said, (request, part.frame));
            } else if *is_request {
                found.push((Level::Fail, format!("the request {text} comes on two streams"), frames));
            } else if is_own(other) != is_own(request) {
                let message = "a notification comes on the server's own stream and on that of a POST";
                found.push((Level::Warn, message.to_owned(), frames));
            }
        }
    }
    found
}

/// Whether it is a request, and what tells it from others: its id, or its words.
fn said(message: &Message) -> Option<(bool, String)> {
    match message.kind {
        MessageKind::Request => Some((true, canonical(message.id()?))),
        // That a list has changed is said in the same words each time.
        MessageKind::Notification => message.params().map(|_| (false, canonical(message.json.value()))),
        _ => None,
    }
}

/// What we answered, by id and frame.
fn answers(connection: &Connection) -> BTreeSet<(String, FrameRef)> {
    let ours = connection.messages.iter().filter(|message| message.dir == Dir::Out);
    let answers = ours.filter(|message| message.kind == MessageKind::Response);
    answers
        .filter_map(|message| Some((canonical(message.id()?), message.frame)))
        .collect()
}

/// Whether we had answered the first of two before the second came.
fn is_answered(answers: &BTreeSet<(String, FrameRef)>, id: &str, frames: [FrameRef; 2]) -> bool {
    let [first, second] = frames.map(|frame| (id.to_owned(), frame));
    first < second
        && answers
            .range((Bound::Excluded(first), Bound::Excluded(second)))
            .next()
            .is_some()
}
