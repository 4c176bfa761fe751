//! Every bound on what a server may send and on how long it is waited for, each with its reason.
//!
//! Reaching one is an event of the snapshot, never silent. All can be set by name from the configuration.

use std::collections::BTreeMap;

use crate::error::CaptureError;

/// 16 MiB: the longest `tools/list` line of a published server measures 1 MB; a client that reads more is at its mercy.
pub const LINE_BYTES_MAX: u64 = 16 << 20;
/// 64 KiB of a line that passes its bound are kept: enough to see what it was.
pub const CUT_KEPT_BYTES: u64 = 64 << 10;
/// 1 GiB for a whole capture: half of what the reader of snapshots accepts.
pub const RECEIVED_BYTES_MAX: u64 = 1 << 30;
/// 64 MiB of one response after its compression is undone: four times what is kept whole of an answer, and soon reached by one
/// that is made to fill memory.
pub const DECODED_BYTES_MAX: u64 = 64 << 20;
/// 200,000 frames: some 200 MB where they are read back for the analysis, and ten times the capture of a server with 5,000 tools.
pub const FRAMES_MAX: u64 = 200_000;
/// 1 MiB of stderr is kept for each connection: banners and stack traces fit, a debug log of hours does not.
pub const STDERR_BYTES_MAX: u64 = 1 << 20;
/// 16 MiB may wait for a server that does not read its stdin: only answers to its own requests grow without it.
pub const UNSENT_BYTES_MAX: u64 = 16 << 20;
/// 32 HTTP requests at a time: we send one or two; more are answers to a server that floods us with requests.
pub const EXCHANGES_MAX: u64 = 32;
/// 3 redirects: a missing slash and a version prefix take two.
pub const REDIRECTS_MAX: u64 = 3;
/// 2 more tries where a server or gateway says that it is busy (429, 502, 503, 504).
pub const RETRIES_MAX: u64 = 2;
/// 30 s: the longest `Retry-After` and `retry` that is respected.
pub const RETRY_WAIT_MS_MAX: u64 = 30_000;
/// 3 times a broken event stream is resumed before the answer counts as lost.
pub const RESUMES_MAX: u64 = 3;
/// 8 rounds of one multi-round-trip request: forms of that many pages are unheard of.
pub const ROUNDS_MAX: u64 = 8;
/// 5 s from the end of stdin to SIGTERM: servers on the Python SDK need up to 3 s on a busy machine.
pub const STDIN_CLOSED_MS: u64 = 5_000;
/// 2 s from SIGTERM to SIGKILL, as official clients wait.
pub const TERMINATED_MS: u64 = 2_000;
/// 300 ms from SIGTERM to SIGKILL where the run is over time or a person waits.
pub const FORCED_MS: u64 = 300;
/// 1 s for output after the process has ended: a grandchild that holds the pipes must not hold us.
pub const EOF_MS: u64 = 1_000;
/// 1 s for the late answer to a request that was canceled, or to a discovery that the request behind it overtook: whether it
/// comes is evidence.
pub const LATE_MS: u64 = 1_000;
/// 250 ms for messages after the answer on the same event stream, where the server does not end it.
pub const DRAIN_MS: u64 = 250;
/// 2 s for the answer to the DELETE that ends a session.
pub const DELETE_MS: u64 = 2_000;
/// 64 KiB of the metadata of a server or of its authorization server, or of the answer of a token endpoint: real ones have 2.
pub const OAUTH_BYTES_MAX: usize = 64 << 10;
/// 16 KiB of a token: it is sent in a header, of which servers take 8 to 16.
pub const TOKEN_BYTES_MAX: usize = 16 << 10;
/// 10 s for the `endpoint` event of HTTP with server-sent events.
pub const ENDPOINT_MS: u64 = 10_000;
/// A server says at once that it opens a stream, but some send the head of it with its first event; clients wait no longer.
const HEAD_MS: u64 = 2_000;

/// Bounds of one capture, by default the constants of this module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Longest line of stdout, HTTP body or server-sent event in bytes; of a longer one the beginning, length and digest are kept.
    pub line_bytes_max: u64,
    /// Most bytes that are received in one capture.
    pub received_bytes_max: u64,
    /// Most bytes of one compressed HTTP response, once decompressed.
    pub decoded_bytes_max: u64,
    /// Most frames of one capture.
    pub frames_max: u64,
    /// Most bytes of stderr that are kept of one connection.
    pub stderr_bytes_max: u64,
    /// Most bytes that wait for a server that does not read.
    pub unsent_bytes_max: u64,
    /// Most HTTP requests at a time.
    pub exchanges_max: u64,
    /// Most redirects that are followed for one request.
    pub redirects_max: u64,
    /// Most further tries of one HTTP request.
    pub retries_max: u64,
    /// Longest wait before such a try, in milliseconds.
    pub retry_wait_ms_max: u64,
    /// Most times that one event stream is resumed.
    pub resumes_max: u64,
    /// Most rounds of one multi-round-trip request.
    pub rounds_max: u64,
    /// Milliseconds from the end of stdin to SIGTERM.
    pub stdin_closed_ms: u64,
    /// Milliseconds from SIGTERM to SIGKILL.
    pub terminated_ms: u64,
    /// The same, where the run is over time or was interrupted.
    pub forced_ms: u64,
    /// Milliseconds for output after the process has ended.
    pub eof_ms: u64,
    /// Milliseconds for the late answer to a canceled request, or to a discovery that was overtaken.
    pub late_ms: u64,
    /// Milliseconds for messages after the answer on the same event stream.
    pub drain_ms: u64,
    /// Milliseconds for the end of an HTTP session.
    pub delete_ms: u64,
    /// Milliseconds for the `endpoint` event.
    pub endpoint_ms: u64,
    /// Milliseconds for the response to an HTTP request of the plan that has nothing to answer.
    pub head_ms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            line_bytes_max: LINE_BYTES_MAX,
            received_bytes_max: RECEIVED_BYTES_MAX,
            decoded_bytes_max: DECODED_BYTES_MAX,
            frames_max: FRAMES_MAX,
            stderr_bytes_max: STDERR_BYTES_MAX,
            unsent_bytes_max: UNSENT_BYTES_MAX,
            exchanges_max: EXCHANGES_MAX,
            redirects_max: REDIRECTS_MAX,
            retries_max: RETRIES_MAX,
            retry_wait_ms_max: RETRY_WAIT_MS_MAX,
            resumes_max: RESUMES_MAX,
            rounds_max: ROUNDS_MAX,
            stdin_closed_ms: STDIN_CLOSED_MS,
            terminated_ms: TERMINATED_MS,
            forced_ms: FORCED_MS,
            eof_ms: EOF_MS,
            late_ms: LATE_MS,
            drain_ms: DRAIN_MS,
            delete_ms: DELETE_MS,
            endpoint_ms: ENDPOINT_MS,
            head_ms: HEAD_MS,
        }
    }
}

impl Limits {
    /// Sets a bound by the name of its field.
    ///
    /// # Errors
    /// [`CaptureError::UnknownLimit`] where there is none of that name.
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), CaptureError> {
        let field = self.fields().into_iter().find(|(field, _)| *field == name);
        let (_, slot) = field.ok_or_else(|| CaptureError::UnknownLimit(name.to_owned()))?;
        *slot = value;
        Ok(())
    }

    /// All names, in the order of the fields.
    pub fn names() -> Vec<&'static str> {
        Self::default().fields().into_iter().map(|(name, _)| name).collect()
    }

    /// The bounds that differ from their defaults, by name.
    pub fn changed(mut self) -> BTreeMap<String, u64> {
        let mut defaults = Self::default();
        let pairs = self.fields().into_iter().zip(defaults.fields());
        pairs
            .filter(|((_, value), (_, default))| value != default)
            .map(|((name, value), _)| (name.to_owned(), *value))
            .collect()
    }

    /// Bytes that are kept of a line that passes its bound.
    pub(crate) fn cut_kept_bytes(&self) -> u64 {
        CUT_KEPT_BYTES.min(self.line_bytes_max)
    }

    fn fields(&mut self) -> [(&'static str, &mut u64); 21] {
        [
            ("line_bytes_max", &mut self.line_bytes_max),
            ("received_bytes_max", &mut self.received_bytes_max),
            ("decoded_bytes_max", &mut self.decoded_bytes_max),
            ("frames_max", &mut self.frames_max),
            ("stderr_bytes_max", &mut self.stderr_bytes_max),
            ("unsent_bytes_max", &mut self.unsent_bytes_max),
            ("exchanges_max", &mut self.exchanges_max),
            ("redirects_max", &mut self.redirects_max),
            ("retries_max", &mut self.retries_max),
            ("retry_wait_ms_max", &mut self.retry_wait_ms_max),
            ("resumes_max", &mut self.resumes_max),
            ("rounds_max", &mut self.rounds_max),
            ("stdin_closed_ms", &mut self.stdin_closed_ms),
            ("terminated_ms", &mut self.terminated_ms),
            ("forced_ms", &mut self.forced_ms),
            ("eof_ms", &mut self.eof_ms),
            ("late_ms", &mut self.late_ms),
            ("drain_ms", &mut self.drain_ms),
            ("delete_ms", &mut self.delete_ms),
            ("endpoint_ms", &mut self.endpoint_ms),
            ("head_ms", &mut self.head_ms),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::Limits;

    #[test]
    fn bounds_are_set_and_told_by_name() {
        let mut limits = Limits::default();
        assert!(limits.changed().is_empty());
        for (at, name) in Limits::names().into_iter().enumerate() {
            limits.set(name, at as u64 + 1).unwrap();
        }
        assert_eq!(limits.changed().len(), Limits::names().len());
        assert_eq!(limits.line_bytes_max, 1);
        assert_eq!(
            limits.set("line_bytes", 1).unwrap_err().to_string(),
            "there is no limit named line_bytes; see docs/stability.md for their names"
        );
    }
}
