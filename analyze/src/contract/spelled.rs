//! An HTTP request that the plan spelled, and the response to it.

use mcpward_json::Json;
use mcpward_schemas::report::FrameRef;
use mcpward_schemas::snapshot::{Http, Outcome};

use super::message::{Message, MessageKind};

/// One HTTP exchange of the plan. What stands in it counts for its own rules only.
#[derive(Debug, Clone)]
pub struct Spelled {
    /// The probe.
    pub probe: String,
    /// The frame that was sent; `None` where it was not.
    pub frame: Option<FrameRef>,
    /// Number of the exchange on its connection.
    pub(super) http: Option<u32>,
    /// What was sent, where it is a message.
    pub request: Option<Message>,
    /// The response's frames, in order.
    pub response: Vec<FrameRef>,
    /// Status of the response; of several tries, that of the last.
    pub status: Option<u16>,
    /// Headers of that response, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The answer in it, whatever id it names.
    pub answer: Option<Message>,
    /// Another JSON object in it.
    pub document: Option<Json>,
    /// How the step ended.
    pub outcome: Option<Outcome>,
}

impl Spelled {
    pub(super) fn new(probe: &str) -> Self {
        Self {
            probe: probe.to_owned(),
            frame: None,
            http: None,
            request: None,
            response: Vec::new(),
            status: None,
            headers: Vec::new(),
            answer: None,
            document: None,
            outcome: None,
        }
    }

    /// A header of the response.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(found, _)| found == name)
            .map(|(_, value)| value.as_str())
    }

    /// Whether the response is a stream of events.
    pub fn is_event_stream(&self) -> bool {
        let kind = self.header("content-type").unwrap_or_default();
        kind.trim_start().to_ascii_lowercase().starts_with("text/event-stream")
    }

    /// Whether the request was served: the response holds a result.
    pub fn is_served(&self) -> bool {
        self.answer.as_ref().is_some_and(|answer| answer.result().is_some())
    }

    /// `error.code` of the answer, where it is an integer.
    pub fn error_code(&self) -> Option<i64> {
        self.answer.as_ref()?.error()?.get("code")?.as_i64()
    }

    /// The frames that show it.
    pub fn frames(&self) -> Vec<FrameRef> {
        self.frame.into_iter().chain(self.response.iter().copied()).collect()
    }

    /// Takes a frame of its exchange, sent by us. Another exchange takes the place of the one before.
    pub(super) fn sent(&mut self, frame: FrameRef, http: &Http) {
        if self.http.is_some_and(|exchange| exchange != http.exchange) {
            *self = Self::new(&self.probe);
        }
        self.frame.get_or_insert(frame);
        self.http = Some(http.exchange);
    }

    /// Takes a frame of its exchange, sent by the server.
    pub(super) fn received(&mut self, frame: FrameRef, http: &Http) {
        self.response.push(frame);
        if let Some(status) = http.status {
            self.status = Some(status);
            self.headers.clone_from(&http.headers);
        }
    }

    /// Takes the message in such a frame; requests and notifications of the server are its own affair.
    pub(super) fn message(&mut self, message: Message) {
        match message.kind {
            MessageKind::Response => self.answer.get_or_insert(message),
            _ => return,
        };
    }
}
