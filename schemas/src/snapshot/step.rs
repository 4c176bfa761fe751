//! Steps: what a plan asks the recorder to do next. Each is in the snapshot, so that the plan can be read from it.

use serde::{Deserialize, Serialize};

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
    /// Send a notification; nothing is awaited.
    Notify {
        /// Name of the probe.
        probe: String,
        /// What to send.
        call: Call,
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
}

impl Call {
    /// A method without parameters.
    pub fn new(method: &str) -> Self {
        Self {
            method: method.to_owned(),
            params: None,
        }
    }

    /// A method with parameters.
    pub fn with(method: &str, params: serde_json::Value) -> Self {
        Self {
            method: method.to_owned(),
            params: Some(params),
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
