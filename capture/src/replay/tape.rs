//! A snapshot in the order of a conversation: what the client said, and what the server said to it.

use std::collections::BTreeMap;

use mcpward_schemas::snapshot::{ClosedBy, Dir, EventKind, Frame, Record, Snapshot};

use super::turn::{AnswerId, Asked, Response, Saying, Turn, compare, subscription};
use crate::envelope::{Message, is_same_id, messages};

/// Headers of a response that mean something without the server that sent them.
const HEADERS: [&str; 3] = ["content-type", "www-authenticate", "allow"];

/// All connections of a snapshot.
#[derive(Debug, Default)]
pub(super) struct Tape {
    pub(super) conns: Vec<Conn>,
}

/// One connection.
#[derive(Debug, Default)]
pub(super) struct Conn {
    /// What the server said before it was spoken to.
    pub(super) before: Vec<Saying>,
    pub(super) turns: Vec<Turn>,
    /// Whether it was recorded over HTTP.
    pub(super) is_http: bool,
    /// Whether the server ended it.
    pub(super) is_ended: bool,
    pub(super) exit_code: Option<i32>,
    /// The turn of each HTTP exchange.
    exchanges: BTreeMap<u32, usize>,
}

impl Tape {
    pub(super) fn new(snapshot: &Snapshot) -> Self {
        let mut conns: BTreeMap<u32, Conn> = BTreeMap::new();
        for record in &snapshot.records {
            match record {
                Record::Frame(frame) => {
                    let conn = conns.entry(frame.conn).or_default();
                    match frame.dir {
                        Dir::Out => conn.ask(frame),
                        Dir::In | Dir::Err => conn.add(frame),
                    }
                }
                Record::Event(event) => {
                    let conn = conns.entry(event.conn).or_default();
                    match &event.event {
                        EventKind::Closed { by: ClosedBy::Server } => conn.is_ended = true,
                        EventKind::Exited { code, .. } => conn.exit_code = *code,
                        EventKind::StreamEnded {
                            exchange,
                            by: ClosedBy::Server,
                        } => conn.end_stream(*exchange),
                        _ => {}
                    }
                }
                Record::Header(_) | Record::Footer(_) => {}
            }
        }
        Self {
            conns: conns.into_values().filter(|conn| !conn.turns.is_empty()).collect(),
        }
    }
}

impl Conn {
    /// The method that it began with.
    pub(super) fn first_method(&self) -> Option<&str> {
        self.turns.first()?.asked.method.as_deref()
    }

    /// A message of the client. What was sent again in one exchange is one message, and the last response counts.
    fn ask(&mut self, frame: &Frame) {
        self.is_http |= frame.http.is_some();
        let Some(asked) = frame.bytes().and_then(|text| Asked::read(&text)) else {
            return;
        };
        let turn = Turn {
            asked,
            at_us: frame.at_us,
            said: Vec::new(),
            response: None,
        };
        let exchange = frame.http.as_ref().map(|http| http.exchange);
        match exchange.and_then(|exchange| self.exchanges.get(&exchange)) {
            Some(&place) => self.turns[place] = turn,
            None => {
                self.exchanges
                    .extend(exchange.map(|exchange| (exchange, self.turns.len())));
                self.turns.push(turn);
            }
        }
    }

    fn add(&mut self, frame: &Frame) {
        let exchange = frame.http.as_ref().map(|http| http.exchange);
        let of_exchange = exchange.and_then(|exchange| self.exchanges.get(&exchange).copied());
        self.respond(frame, of_exchange);
        // What refuses a GET or a DELETE is said to no message.
        let status = frame.http.as_ref().and_then(|http| http.status);
        if of_exchange.is_none() && status.is_some_and(|status| !(200..300).contains(&status)) {
            return;
        }
        let Some(text) = frame.bytes() else { return };
        // The empty bodies and events of HTTP are no lines.
        if text.is_empty() && frame.http.is_some() {
            return;
        }
        // When our answers went out is chance, so nothing follows from them.
        let last = self.turns.iter().rposition(|turn| turn.asked.method.is_some());
        let answered = answered_id(&text);
        let by_id = answered.as_deref().and_then(|id| self.asked(id));
        let subscribed = subscription(&text).and_then(|(id, _)| self.asked(&id));
        let place = by_id.or(subscribed).or(of_exchange).or(last);
        let Some(turn) = place.and_then(|place| self.turns.get_mut(place)) else {
            self.before.push(saying(frame, text, 0, None));
            return;
        };
        let id = answered.map(|id| compare(turn.asked.id.as_deref(), &id));
        let after_us = frame.at_us.saturating_sub(turn.at_us);
        turn.said.push(saying(frame, text, after_us, id));
    }

    /// Notes the head of a response.
    fn respond(&mut self, frame: &Frame, turn: Option<usize>) {
        let Some(turn) = turn.and_then(|place| self.turns.get_mut(place)) else {
            return;
        };
        let head = frame.http.as_ref().and_then(|http| Some((http, http.status?)));
        if let Some((http, status)) = head {
            let headers = http.headers.iter().filter(|(name, _)| HEADERS.contains(&name.as_str()));
            let headers: Vec<_> = headers.cloned().collect();
            let is_stream =
                |(name, value): &(String, String)| name == "content-type" && value.starts_with("text/event-stream");
            turn.response = Some(Response {
                status,
                is_left_open: headers.iter().any(is_stream),
                headers,
            });
        }
    }

    fn end_stream(&mut self, exchange: u32) {
        let turn = self
            .exchanges
            .get(&exchange)
            .and_then(|&place| self.turns.get_mut(place));
        if let Some(response) = turn.and_then(|turn| turn.response.as_mut()) {
            response.is_left_open = false;
        }
    }

    fn asked(&self, id: &str) -> Option<usize> {
        let place = |is_it: &dyn Fn(&str) -> bool| {
            let mut turns = self.turns.iter();
            turns.rposition(|turn| turn.asked.id.as_deref().is_some_and(is_it))
        };
        place(&|asked| asked == id).or_else(|| place(&|asked| is_same_id(asked, id)))
    }
}

fn saying(frame: &Frame, text: Vec<u8>, after_us: u64, id: Option<AnswerId>) -> Saying {
    Saying {
        dir: frame.dir,
        is_message: frame.dir == Dir::In && !messages(&text).contains(&Message::Noise),
        text,
        is_unterminated: frame.unterminated,
        after_us,
        id,
    }
}

fn answered_id(text: &[u8]) -> Option<String> {
    messages(text).into_iter().find_map(|message| match message {
        Message::Answer { id, .. } => id,
        _ => None,
    })
}
