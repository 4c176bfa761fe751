//! A request of ours and what came of it.

use std::borrow::Cow;

use mcpward_json::Value;
use mcpward_schemas::report::FrameRef;
use mcpward_schemas::snapshot::{Outcome, RequestId};

use super::http::UNAUTHORIZED;
use super::linked::UI_SCHEME;
use super::message::Message;
use super::probe;

/// What a server answers whose HTTP headers are not those of the body (2026-07-28, Transports).
pub const HEADER_MISMATCH: i64 = -32020;

/// One request of the client.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// The probe that it was sent for; `None` for what the recorder sent of itself.
    pub probe: Option<String>,
    /// Whether it was the barrier of that probe, not the probe itself.
    pub is_barrier: bool,
    /// Whether other requests of the plan were under way with it.
    pub at_once: bool,
    /// How its id was spelled.
    pub id: RequestId,
    /// What was sent.
    pub request: Message,
    /// The first response.
    pub response: Option<Message>,
    /// Responses after the first.
    pub further: Vec<Message>,
    /// How the step ended, as the recorder saw it.
    pub outcome: Option<Outcome>,
    /// Status of the HTTP response, over HTTP.
    pub http_status: Option<u16>,
}

impl Exchange {
    /// `result` of the response; an error beside it that is null does not count.
    pub fn result(&self) -> Option<Value<'_>> {
        self.response
            .as_ref()
            .filter(|_| self.error().is_none())
            .and_then(Message::result)
    }

    /// `error` of the response.
    pub fn error(&self) -> Option<Value<'_>> {
        let response = self.response.as_ref()?;
        response
            .error()
            .filter(|error| !error.is_null() || response.result().is_none())
    }

    /// `error.code`, where it is an integer.
    pub fn error_code(&self) -> Option<i64> {
        self.error()?.get("code")?.as_i64()
    }

    /// Microseconds from request to response.
    pub fn took_us(&self) -> Option<u64> {
        Some(self.response.as_ref()?.at_us.saturating_sub(self.request.at_us))
    }

    /// Microseconds from request to the first byte of the response.
    pub fn first_byte_us(&self) -> Option<u64> {
        Some(self.response.as_ref()?.began_us.saturating_sub(self.request.at_us))
    }

    /// Whether it is a request of the era without handshake over HTTP, whose headers say once more what its body says.
    pub fn has_mirrored_headers(&self) -> bool {
        let meta = self.request.params().and_then(|params| params.get("_meta"));
        let version = meta.and_then(|meta| meta.get("io.modelcontextprotocol/protocolVersion"));
        self.request.http.is_some() && version.is_some()
    }

    /// What its probe asks, by the first part of the name; empty where it has none.
    pub fn kind(&self) -> &str {
        probe::kind(self.probe.as_deref().unwrap_or_default())
    }

    /// The page of MCP Apps that it reads.
    pub fn page_read(&self) -> Option<Cow<'_, str>> {
        let uri = self.request.params().and_then(|params| params.get("uri")?.as_str());
        uri.filter(|uri| self.method() == "resources/read" && uri.starts_with(UI_SCHEME))
    }

    /// The frames that show it.
    pub fn frames(&self) -> Vec<FrameRef> {
        std::iter::once(self.request.frame)
            .chain(self.response.as_ref().map(|response| response.frame))
            .collect()
    }

    /// Why there is no result, as a sentence fragment; for skips and messages.
    pub fn why_no_result(&self) -> String {
        match (&self.response, &self.outcome) {
            (Some(_), _) if self.error().is_some() => match self.error_code() {
                Some(HEADER_MISMATCH) if self.has_mirrored_headers() => format!(
                    "{} was answered with error {HEADER_MISMATCH}: Mcp-Method, Mcp-Name, an Mcp-Param- header or \
                     MCP-Protocol-Version did not arrive as it was sent, or at all; a proxy on the way may change them",
                    self.method()
                ),
                Some(code) => format!("{} was answered with error {code}", self.method()),
                None => format!("{} was answered with an error", self.method()),
            },
            (Some(_), _) => format!("{} was answered without a result", self.method()),
            (None, Some(Outcome::TimedOut)) => format!("{} was not answered in time", self.method()),
            (None, Some(Outcome::Closed)) => format!("the connection ended before {} was answered", self.method()),
            (None, Some(Outcome::Failed { reason, .. })) => format!("{} could not be sent: {reason}", self.method()),
            (None, _) => format!("{} was not answered", self.method()),
        }
    }

    /// Whether the server wanted another token, with which the recorder may have sent it again.
    pub(super) fn was_turned_away(&self) -> bool {
        self.response.is_none() && self.http_status == Some(UNAUTHORIZED)
    }

    /// The method that was sent.
    pub fn method(&self) -> Cow<'_, str> {
        self.request.method().unwrap_or_default()
    }
}
