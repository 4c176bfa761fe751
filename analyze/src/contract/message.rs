//! JSON-RPC messages as they stand on the wire.

use std::borrow::Cow;

use mcpward_json::{Json, Value};
use mcpward_schemas::report::FrameRef;
use mcpward_schemas::snapshot::Dir;

/// One message, complete or not.
#[derive(Debug, Clone)]
pub struct Message {
    /// The frame that held it.
    pub frame: FrameRef,
    /// Microseconds since the start of the capture.
    pub at_us: u64,
    /// When its first byte came, on the same clock.
    pub began_us: u64,
    /// Which way it went.
    pub dir: Dir,
    /// What it is, by its members.
    pub kind: MessageKind,
    /// The object itself.
    pub json: Json,
    /// Whether it stood in an array of messages.
    pub batched: bool,
    /// Number of the HTTP request that carried it, on HTTP connections.
    pub http: Option<u32>,
}

/// What a message is, by its members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageKind {
    /// `method` and `id`
    Request,
    /// `method` without `id`
    Notification,
    /// `result` or `error`
    Response,
}

impl MessageKind {
    /// The kind of an object; `None` where it is no message, with the reason.
    pub(super) fn of(object: Value<'_>) -> Result<Self, &'static str> {
        if !object.is_object() {
            return Err("not an object");
        }
        let has = |name: &str| object.get(name).is_some();
        match (has("method"), has("id"), has("result") || has("error")) {
            (true, true, _) => Ok(Self::Request),
            (true, false, _) => Ok(Self::Notification),
            (false, _, true) => Ok(Self::Response),
            (false, _, false) => Err("no method, no result and no error"),
        }
    }
}

impl Message {
    /// `method`, where it is a string.
    pub fn method(&self) -> Option<Cow<'_, str>> {
        self.json.value().get("method")?.as_str()
    }

    /// `id`
    pub fn id(&self) -> Option<Value<'_>> {
        self.json.value().get("id")
    }

    /// `params`
    pub fn params(&self) -> Option<Value<'_>> {
        self.json.value().get("params")
    }

    /// `result`
    pub fn result(&self) -> Option<Value<'_>> {
        self.json.value().get("result")
    }

    /// `error`
    pub fn error(&self) -> Option<Value<'_>> {
        self.json.value().get("error")
    }
}
