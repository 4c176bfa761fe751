//! The HTTP side of a connection: each request that went out, and what came back for it, as it stood on the wire.

use std::collections::BTreeMap;

use mcpward_schemas::report::FrameRef;
use mcpward_schemas::snapshot::{ClosedBy, Dir, Frame, Sse};

use super::message::MessageKind;

/// The status of a response that wants a token, or another one.
pub(super) const UNAUTHORIZED: u16 = 401;

/// One HTTP request and its response. A message that was sent again (after a redirect, a refusal or a broken stream) is
/// several of them with one number.
#[derive(Debug, Clone)]
pub struct HttpRequest {
    /// Number of the exchange on its connection.
    pub exchange: u32,
    /// The frame that was sent.
    pub frame: FrameRef,
    /// `POST`, `GET` or `DELETE`.
    pub method: String,
    /// Where to, secrets masked.
    pub url: String,
    /// Headers of the request, names in lower case, secrets masked.
    pub headers: Vec<(String, String)>,
    /// What its body held.
    pub sent: Sent,
    /// What came back; `None` where nothing did.
    pub response: Option<HttpResponse>,
}

/// What the body of a request held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sent {
    /// Nothing, or nothing that is a message.
    Nothing,
    /// A message.
    Message(MessageKind),
    /// Something that no client may send.
    Malformed,
}

/// What came back for one request.
#[derive(Debug, Clone)]
pub struct HttpResponse {
    /// Its status.
    pub status: u16,
    /// Its headers, names in lower case, secrets masked.
    pub headers: Vec<(String, String)>,
    /// Its body, or the events of its stream; one at least.
    pub parts: Vec<Part>,
    /// Who ended its stream of events, where that was seen.
    pub ended: Option<ClosedBy>,
}

/// A body, or one event of a stream.
#[derive(Debug, Clone)]
pub struct Part {
    /// The frame that holds it.
    pub frame: FrameRef,
    /// What it is.
    pub body: Body,
    /// Fields of the event.
    pub sse: Option<Sse>,
}

/// What a body or the data of an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    /// Nothing.
    Empty,
    /// A message.
    Message(MessageKind),
    /// An array.
    Array,
    /// Other JSON.
    Json,
    /// No JSON.
    Other,
    /// Cut off, too long to be kept, or damaged: what it is is not known.
    Unknown,
}

impl HttpRequest {
    /// A header of the request.
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.headers, name)
    }

    /// Whether it carries a JSON-RPC request of ours.
    pub fn is_request(&self) -> bool {
        self.sent == Sent::Message(MessageKind::Request)
    }
}

impl HttpResponse {
    /// A header of the response.
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.headers, name)
    }

    /// The media type without its parameters, in lower case.
    pub fn media_type(&self) -> Option<String> {
        let value = self.header("content-type")?;
        let kind = value.split(';').next().unwrap_or_default();
        Some(kind.trim().to_ascii_lowercase())
    }

    /// Whether it is a stream of events.
    pub fn is_stream(&self) -> bool {
        self.media_type().as_deref() == Some("text/event-stream")
    }

    /// Whether its status says that the request was taken.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Its first frame.
    pub fn frame(&self) -> FrameRef {
        self.parts[0].frame
    }

    /// Events of its stream.
    pub fn events(&self) -> impl Iterator<Item = (&Part, &Sse)> {
        self.parts.iter().filter_map(|part| Some((part, part.sse.as_ref()?)))
    }

    /// Whether a response to a JSON-RPC request is in it.
    pub fn holds_response(&self) -> bool {
        let is_response = |part: &Part| matches!(part.body, Body::Message(MessageKind::Response) | Body::Unknown);
        self.parts.iter().any(is_response)
    }
}

/// Whether a text is a token, as names of headers are (RFC 9110 section 5.6.2).
pub(crate) fn is_token(text: &str) -> bool {
    let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    !text.is_empty() && text.chars().all(is_token)
}

fn header<'h>(headers: &'h [(String, String)], name: &str) -> Option<&'h str> {
    let found = headers.iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value.as_str())
}

/// Takes frames of HTTP in order.
#[derive(Default)]
pub(super) struct Collector {
    /// The place of the last request of each exchange.
    last: BTreeMap<u32, usize>,
}

impl Collector {
    /// A frame goes to the request that it belongs to; what belongs to none is left out.
    pub(super) fn frame(
        &mut self,
        requests: &mut Vec<HttpRequest>,
        at: FrameRef,
        frame: &Frame,
        body: Body,
        sent: Sent,
    ) {
        let Some(http) = &frame.http else { return };
        if frame.dir == Dir::Out {
            self.last.insert(http.exchange, requests.len());
            requests.push(HttpRequest {
                exchange: http.exchange,
                frame: at,
                method: http.method.clone().unwrap_or_default(),
                url: http.url.clone().unwrap_or_default(),
                headers: http.headers.clone(),
                sent,
                response: None,
            });
            return;
        }
        let Some(request) = self.last.get(&http.exchange).map(|&place| &mut requests[place]) else {
            return;
        };
        let part = Part {
            frame: at,
            body,
            sse: http.sse.clone(),
        };
        match (&mut request.response, http.status) {
            (Some(response), _) => response.parts.push(part),
            (None, Some(status)) => {
                request.response = Some(HttpResponse {
                    status,
                    headers: http.headers.clone(),
                    parts: vec![part],
                    ended: None,
                });
            }
            (None, None) => {}
        }
    }

    /// Whether the last response of an exchange has a status of refusal.
    pub(super) fn is_refused(&self, requests: &[HttpRequest], exchange: u32) -> bool {
        let request = self.last.get(&exchange).map(|&place| &requests[place]);
        let response = request.and_then(|request| request.response.as_ref());
        response.is_some_and(|response| (400..500).contains(&response.status))
    }

    /// A stream of events ended.
    pub(super) fn stream_ended(&self, requests: &mut [HttpRequest], exchange: u32, by: ClosedBy) {
        let request = self.last.get(&exchange).map(|&place| &mut requests[place]);
        if let Some(response) = request.and_then(|request| request.response.as_mut()) {
            response.ended = Some(by);
        }
    }
}
