//! Steps: what a plan asks the recorder to do next. Each is in the snapshot, so that the plan can be read from it.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::header::ClientInfo;
use super::spelled::HttpRequest;

/// One step of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Step {
    /// Start a new connection (a process, or an HTTP session) after closing the one before, if any.
    Open {
        /// What the connection is for, e.g. `main`.
        scenario: String,
        /// Which era will be spoken on it.
        era: Era,
        /// How the client introduces itself, where it is another one than that of the settings.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<ClientInfo>,
        /// Whether the headers of the other account take the place of ours.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        other_account: bool,
    },
    /// Send a request and wait for its answer.
    Request {
        /// Name of the probe, unique in its connection, e.g. `tools-list/1/2` (first listing, page 2).
        probe: String,
        /// What to send.
        call: Call,
        /// Spelling of the request id.
        #[serde(default, skip_serializing_if = "RequestId::is_default")]
        id: RequestId,
        /// Sent right after the request: what had not been answered before this one is, counts as silence. Without a
        /// barrier only the deadline tells.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        barrier: Option<Call>,
    },
    /// Send several requests at once and wait for the answers of all. A request without an answer is one whose connection
    /// ended or whose deadline passed, as the outcome of the step says.
    Requests {
        /// The requests, in the order in which they are sent.
        requests: Vec<Asked>,
    },
    /// Send a request, take it back at once, and wait for the answer to the request behind it; the first may get one or none.
    Cancel {
        /// Name of the probe, unique in its connection.
        probe: String,
        /// What to send and to cancel.
        call: Call,
        /// Sent right after the cancellation: a request whose answer is known.
        barrier: Call,
    },
    /// Send a notification; nothing is awaited.
    Notify {
        /// Name of the probe.
        probe: String,
        /// What to send.
        call: Call,
    },
    /// Send a line that is no proper message, on a connection of its own.
    Raw {
        /// Name of the probe.
        probe: String,
        /// What to send, without the line feed at its end; over HTTP the body of a POST.
        bytes: RawBytes,
        /// Sent right after it: a request whose answer is known.
        barrier: Call,
    },
    /// One HTTP exchange as the plan spells it: it is sent as it stands and not followed up. An event stream that has nothing to
    /// answer is dropped as soon as its head is there. Only over Streamable HTTP.
    Http {
        /// Name of the probe, unique in its connection.
        probe: String,
        /// What to send.
        request: HttpRequest,
    },
    /// Wait until the server has been quiet: only sent where it had announced changes.
    Settle {
        /// Milliseconds without a message that count as quiet.
        quiet_ms: u64,
        /// Longest wait in milliseconds.
        max_ms: u64,
    },
    /// Nothing is sent: a tool was not called, and why.
    Refuse {
        /// The tool's name.
        tool: String,
        /// Which check would have called it.
        check: String,
        /// The reason, as a sentence fragment.
        reason: String,
    },
    /// Close the connection in good order.
    Close,
    /// The plan has ended.
    Done,
}

/// Bytes that are sent as they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RawBytes {
    /// A text.
    Text(String),
    /// Bytes that are no UTF-8, in base64 (RFC 4648 section 4).
    B64(String),
}

impl RawBytes {
    /// Bytes, as text where they are one.
    pub fn new(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::B64(STANDARD.encode(bytes)),
        }
    }

    /// The bytes; none where the base64 is none.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Text(text) => text.as_bytes().to_vec(),
            Self::B64(text) => STANDARD.decode(text).unwrap_or_default(),
        }
    }
}

/// One of several requests that are sent at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asked {
    /// Name of the probe, unique in its connection.
    pub probe: String,
    /// What to send.
    pub call: Call,
}

/// How an era is spoken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Era {
    /// `initialize` first (protocol versions 2024-11-05 to 2025-11-25).
    Handshake {
        /// The version asked for.
        version: String,
    },
    /// No handshake, each request carries its version (protocol version 2026-07-28).
    Modern {
        /// The version named in each request.
        version: String,
    },
}

/// A method with its parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Call {
    /// JSON-RPC method.
    pub method: String,
    /// Parameters; absent means that the member is not sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub params: Option<serde_json::Value>,
    /// Headers that mirror arguments of a tool, by their names in lower case: each with the JSON Pointer (RFC 6901) into
    /// `params.arguments` where its value stands. Without handshake over HTTP only, and only where there is a string, a number or
    /// a boolean (2026-07-28, Transports, Custom headers from tool parameters).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub mirrored: BTreeMap<String, String>,
    /// Whether the state that the server wants back is sent back with another character in its middle, once (2026-07-28, Multi
    /// Round-Trip Requests).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub alters_state: bool,
}

impl Call {
    /// A method without parameters.
    pub fn new(method: &str) -> Self {
        Self {
            method: method.to_owned(),
            params: None,
            mirrored: BTreeMap::new(),
            alters_state: false,
        }
    }

    /// A method with parameters.
    pub fn with(method: &str, params: serde_json::Value) -> Self {
        Self {
            params: Some(params),
            ..Self::new(method)
        }
    }
}

/// Spelling of a request id.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RequestId {
    /// The next integer, counted from 1001.
    #[default]
    Integer,
    /// A string.
    String,
    /// The largest integer that floating point holds exactly, 2^53 − 1.
    Large,
}

impl RequestId {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
