//! One message of the client, and what the server said to it when it was recorded.

use std::ops::Range;

use mcpward_json::{Doc, Limits, canonical, quote};
use mcpward_schemas::snapshot::Dir;

use crate::envelope::{Message, is_same_id, messages, places};

/// One message of the client, and what followed.
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) asked: Asked,
    pub(super) at_us: u64,
    pub(super) said: Vec<Saying>,
    /// How HTTP carried it; `None` over stdio, and where no response came.
    pub(super) response: Option<Response>,
}

/// A message of the client, as far as it chooses an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    /// `None` where the client answered the server.
    pub(super) method: Option<String>,
    /// Its parameters, in one spelling.
    pub(super) params: String,
    /// The same without `_meta`: tokens, and what a client says of itself.
    pub(super) bare: String,
    /// Its id as sent; `None` for a notification.
    pub(super) id: Option<String>,
}

/// One line, body or event of the server.
#[derive(Debug, Clone)]
pub(super) struct Saying {
    pub(super) dir: Dir,
    pub(super) text: Vec<u8>,
    pub(super) is_unterminated: bool,
    /// Microseconds after the message that it follows.
    pub(super) after_us: u64,
    /// How the id of an answer was spelled, where it answers.
    pub(super) id: Option<AnswerId>,
    /// Whether it is a message, and not noise or a page.
    pub(super) is_message: bool,
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

/// The HTTP side of what was said.
#[derive(Debug, Clone)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    /// Whether it is a stream of events that the server had not ended.
    pub(super) is_left_open: bool,
}

impl Turn {
    /// Whether an answer is among what was said.
    pub(super) fn is_answered(&self) -> bool {
        self.said.iter().any(|saying| saying.id.is_some())
    }

    /// Whether a request came to its end without an answer, which only HTTP can show.
    pub(super) fn is_refused(&self) -> bool {
        let is_over = self.response.as_ref().is_some_and(|response| !response.is_left_open);
        self.asked.id.is_some() && is_over && !self.is_answered()
    }
}

impl Asked {
    /// A message of the client; `None` where it is none.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        let (method, id) = match messages(text).into_iter().next()? {
            Message::Request { id, method } => (Some(method), Some(id)),
            Message::Notification { method } => (Some(method), None),
            Message::Answer { .. } => (None, None),
            Message::Noise => return None,
        };
        let (params, bare) = match (&method, places(text).1) {
            (Some(_), Some(at)) => spellings(&text[at]),
            _ => Default::default(),
        };
        Some(Self {
            method,
            params,
            bare,
            id,
        })
    }

    /// Whether it is of the kind that the other is.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        self.method == other.method && self.id.is_some() == other.id.is_some()
    }
}

/// Parameters in one spelling, with and without `_meta`.
fn spellings(text: &[u8]) -> (String, String) {
    let spelled = String::from_utf8_lossy(text).into_owned();
    let Ok(doc) = Doc::parse(spelled.clone(), &Limits::default()) else {
        return (spelled.clone(), spelled);
    };
    let whole = canonical(doc.root());
    if !doc.root().is_object() {
        return (whole.clone(), whole);
    }
    let mut members: Vec<String> = Vec::new();
    for (name, value) in doc.root().entries() {
        let Some(name) = name.as_str().filter(|name| name != "_meta") else {
            continue;
        };
        let mut member = String::new();
        quote(&name, &mut member);
        member.push(':');
        member.push_str(&canonical(value));
        members.push(member);
    }
    members.sort();
    (whole, members.join(","))
}

impl Saying {
    /// The same to a request with this id.
    pub(super) fn to(&self, id: Option<&str>) -> Self {
        let mut saying = self.clone();
        let Some(id) = id else { return saying };
        let own = self.id.as_ref().and_then(|spelled| match spelled {
            AnswerId::Same => Some(id.to_owned()),
            AnswerId::Quoted => Some(format!("\"{}\"", id.trim_matches('"'))),
            AnswerId::Bare => Some(id.trim_matches('"').to_owned()),
            AnswerId::Own => None,
        });
        let at = places(&self.text).0;
        let mut edits: Vec<(Range<usize>, String)> = at.zip(own).into_iter().collect();
        edits.extend(subscription(&self.text).map(|(_, at)| (at, id.to_owned())));
        edits.sort_by_key(|(at, _)| std::cmp::Reverse(at.start));
        for (at, id) in edits {
            saying.text.splice(at, id.into_bytes());
        }
        saying
    }
}

/// The id of the subscription that a message belongs to, and where it stands (2026-07-28, Subscriptions).
pub(super) fn subscription(text: &[u8]) -> Option<(String, Range<usize>)> {
    const MEMBER: &str = "/_meta/io.modelcontextprotocol~1subscriptionId";
    const NAME: &[u8] = b"/subscriptionId";
    if !text.windows(NAME.len()).any(|window| window == NAME) {
        return None;
    }
    let doc = Doc::parse(std::str::from_utf8(text).ok()?, &Limits::default()).ok()?;
    let mut sides = ["/params", "/result"].iter();
    let id = sides.find_map(|side| doc.root().pointer(&format!("{side}{MEMBER}")))?;
    Some((id.raw().to_owned(), id.span()))
}

/// How the id of an answer stands to that of its request.
pub(super) fn compare(asked: Option<&str>, answered: &str) -> AnswerId {
    let Some(asked) = asked else { return AnswerId::Own };
    match (asked == answered, is_same_id(asked, answered)) {
        (true, _) => AnswerId::Same,
        (false, true) if answered.starts_with('"') => AnswerId::Quoted,
        (false, true) if asked.starts_with('"') => AnswerId::Bare,
        _ => AnswerId::Own,
    }
}
