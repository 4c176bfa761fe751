//! A snapshot in the order of a conversation: what the client said, and what the server said to it.

use std::collections::BTreeMap;

use mcpward_json::{Doc, Limits, canonical};
use mcpward_schemas::snapshot::{ClosedBy, Dir, EventKind, Frame, Record, Snapshot};

use crate::envelope::{Message, is_same_id, messages, places};

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
    /// Whether the server ended it.
    pub(super) is_ended: bool,
    pub(super) exit_code: Option<i32>,
}

/// One message of the client, and what followed.
#[derive(Debug)]
pub(super) struct Turn {
    /// `None` where the client answered the server.
    pub(super) method: Option<String>,
    /// Its parameters, in one spelling.
    pub(super) params: String,
    /// Its id as sent; `None` for a notification.
    pub(super) id: Option<String>,
    pub(super) at_us: u64,
    pub(super) said: Vec<Saying>,
}

/// One line of the server.
#[derive(Debug, Clone)]
pub(super) struct Saying {
    pub(super) dir: Dir,
    pub(super) text: Vec<u8>,
    pub(super) is_unterminated: bool,
    /// Microseconds after the message that it follows.
    pub(super) after_us: u64,
    /// How the id of an answer was spelled, where it answers.
    pub(super) id: Option<AnswerId>,
}

/// The id of an answer, compared with that of its request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AnswerId {
    Same,
    /// A number became a string.
    Quoted,
    /// A string became a number.
    Bare,
    /// Something else, to be kept as it was.
    Own,
}

impl Tape {
    pub(super) fn new(snapshot: &Snapshot) -> Self {
        let mut conns: BTreeMap<u32, Conn> = BTreeMap::new();
        let mut exchanges = BTreeMap::new();
        for record in &snapshot.records {
            match record {
                Record::Frame(frame) => {
                    let conn = conns.entry(frame.conn).or_default();
                    let exchange = frame.http.as_ref().map(|http| (frame.conn, http.exchange));
                    match frame.dir {
                        Dir::Out => {
                            if let Some(turn) = turn(frame) {
                                exchanges.extend(exchange.map(|exchange| (exchange, conn.turns.len())));
                                conn.turns.push(turn);
                            }
                        }
                        Dir::In | Dir::Err => {
                            conn.add(frame, exchange.and_then(|exchange| exchanges.get(&exchange).copied()));
                        }
                    }
                }
                Record::Event(event) => {
                    let conn = conns.entry(event.conn).or_default();
                    match event.event {
                        EventKind::Closed { by: ClosedBy::Server } => conn.is_ended = true,
                        EventKind::Exited { code, .. } => conn.exit_code = code,
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
    fn add(&mut self, frame: &Frame, turn: Option<usize>) {
        let Some(text) = frame.bytes() else { return };
        // The empty bodies and events of HTTP are no lines.
        if text.is_empty() && frame.http.is_some() {
            return;
        }
        // When our answers went out is chance, so nothing follows from them.
        let last = self.turns.iter().rposition(|turn| turn.method.is_some());
        let answered = answered_id(&text);
        let by_id = answered.as_deref().and_then(|id| self.asked(id));
        let place = by_id.or(turn).or(last);
        let Some(turn) = place.and_then(|place| self.turns.get_mut(place)) else {
            self.before.push(saying(frame, text, 0, None));
            return;
        };
        let id = answered.map(|id| compare(turn.id.as_deref(), &id));
        let after_us = frame.at_us.saturating_sub(turn.at_us);
        turn.said.push(saying(frame, text, after_us, id));
    }

    fn asked(&self, id: &str) -> Option<usize> {
        let exact = self.turns.iter().rposition(|turn| turn.id.as_deref() == Some(id));
        exact.or_else(|| {
            self.turns
                .iter()
                .rposition(|turn| turn.id.as_deref().is_some_and(|asked| is_same_id(asked, id)))
        })
    }
}

fn saying(frame: &Frame, text: Vec<u8>, after_us: u64, id: Option<AnswerId>) -> Saying {
    Saying {
        dir: frame.dir,
        text,
        is_unterminated: frame.unterminated,
        after_us,
        id,
    }
}

fn turn(frame: &Frame) -> Option<Turn> {
    let text = frame.bytes()?;
    let (method, params, id) = read(&text)?;
    Some(Turn {
        method,
        params,
        id,
        at_us: frame.at_us,
        said: Vec::new(),
    })
}

/// Method, parameters in one spelling, and id of a message of the client; `None` where it is none.
pub(super) fn read(text: &[u8]) -> Option<(Option<String>, String, Option<String>)> {
    let params = |text: &[u8]| {
        let at = places(text).1?;
        let spelled = String::from_utf8_lossy(&text[at]).into_owned();
        let doc = Doc::parse(spelled.clone(), &Limits::default()).ok();
        Some(doc.map_or(spelled, |doc| canonical(doc.root())))
    };
    match messages(text).into_iter().next()? {
        Message::Request { id, method } => Some((Some(method), params(text).unwrap_or_default(), Some(id))),
        Message::Notification { method } => Some((Some(method), params(text).unwrap_or_default(), None)),
        Message::Answer { .. } => Some((None, String::new(), None)),
        Message::Noise => None,
    }
}

fn answered_id(text: &[u8]) -> Option<String> {
    messages(text).into_iter().find_map(|message| match message {
        Message::Answer { id, .. } => id,
        _ => None,
    })
}

fn compare(asked: Option<&str>, answered: &str) -> AnswerId {
    let Some(asked) = asked else { return AnswerId::Own };
    match (asked == answered, is_same_id(asked, answered)) {
        (true, _) => AnswerId::Same,
        (false, true) if answered.starts_with('"') => AnswerId::Quoted,
        (false, true) if asked.starts_with('"') => AnswerId::Bare,
        _ => AnswerId::Own,
    }
}
