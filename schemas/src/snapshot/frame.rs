//! Traffic: each message, each line of stderr, each half of an HTTP exchange, byte for byte.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

/// Which way a frame went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Dir {
    /// From client to server.
    Out,
    /// From server to client.
    In,
    /// The server's stderr.
    Err,
}

/// One frame. Exactly one of `raw` and `b64` is there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Frame {
    /// Place in the file among frames and events, from 1.
    pub seq: u64,
    /// The connection (one process, or one HTTP session), from 0.
    pub conn: u32,
    /// Microseconds since the start of the capture, on a monotonic clock.
    pub at_us: u64,
    /// When its first byte came, on the same clock, where that was in an earlier read than its last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began_us: Option<u64>,
    /// Which way it went.
    pub dir: Dir,
    /// The text exactly as sent, without the line feed that ended it. A carriage return and a byte order mark stay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// The bytes in base64 (RFC 4648 section 4), where they are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b64: Option<String>,
    /// What was left out, where the line passed its bound; `raw` then holds its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// Number of secrets masked in this frame.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub redacted: u32,
    /// Whether the stream ended before the line feed that should have ended this line; over HTTP whether the body was cut off.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unterminated: bool,
    /// The HTTP side, on HTTP connections.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub http: Option<Http>,
}

/// What a bound left out of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cut {
    /// Length of the whole line in bytes.
    pub bytes: u64,
    /// SHA-256 of the whole line as sent, in hex. Absent where a secret was in it, since a digest could confirm a guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// The HTTP side of a frame.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Http {
    /// Number of the request on this connection, from 0; all frames of one request and its response share it.
    pub exchange: u32,
    /// Request method, on the way out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Request URL, secrets masked, on the way out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Response status, on the first frame of a response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Headers of the request, or of the response on its first frame, in the order sent, names in lower case, secrets masked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<(String, String)>,
    /// The event's fields, where the response is a server-sent event stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sse: Option<Sse>,
}

/// Fields of one server-sent event besides its data (WHATWG HTML, section 9.2).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sse {
    /// `event`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// `id`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// `retry`, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_ms: Option<u64>,
    /// Whether the stream ended inside this event.
    #[serde(default, skip_serializing_if = "is_false")]
    pub truncated: bool,
}

impl Frame {
    /// A frame that holds `bytes`: as text where they are UTF-8, in base64 where not.
    pub fn new(seq: u64, conn: u32, at_us: u64, dir: Dir, bytes: Vec<u8>) -> Self {
        let (raw, b64) = match String::from_utf8(bytes) {
            Ok(text) => (Some(text), None),
            Err(error) => (None, Some(STANDARD.encode(error.as_bytes()))),
        };
        Self {
            seq,
            conn,
            at_us,
            began_us: None,
            dir,
            raw,
            b64,
            cut: None,
            redacted: 0,
            unterminated: false,
            http: None,
        }
    }

    /// The text, where the frame is UTF-8.
    pub fn text(&self) -> Option<&str> {
        self.raw.as_deref()
    }

    /// The bytes of the frame; `None` where `b64` is no base64 or both fields are missing.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        match (&self.raw, &self.b64) {
            (Some(raw), _) => Some(raw.as_bytes().to_vec()),
            (None, Some(b64)) => STANDARD.decode(b64).ok(),
            (None, None) => None,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}
