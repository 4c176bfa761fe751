//! Bounds on reading a snapshot, which may come from a stranger.

/// Bounds on one file. Reaching one is a [`SnapshotError`](super::SnapshotError) that names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadLimits {
    /// Most bytes of decompressed text. 2 GiB: a hundred times the largest real capture seen, and still within reach of a laptop.
    pub text_bytes_max: u64,
    /// Longest line in bytes. 128 MiB: eight times the default line bound of capture, since JSON escapes may grow a line sixfold.
    pub line_bytes_max: usize,
    /// Most frames and events. 4 million: a notification flood of an hour.
    pub records_max: u64,
    /// Largest zstd window, as a power of two in bytes. 2^27 = 128 MiB, zstd's own default for readers.
    pub window_log_max: u32,
}

impl ReadLimits {
    /// The bound that a line passes, and its value. `n_bytes`: length of all lines so far, this one too.
    pub(super) fn passed_by(&self, line_bytes: u64, n_bytes: u64) -> Option<(&'static str, u64)> {
        let bounds = [
            ("text_bytes_max", n_bytes, self.text_bytes_max),
            ("line_bytes_max", line_bytes, self.line_bytes_max as u64),
        ];
        let passed = bounds.into_iter().find(|(_, n, value)| n > value);
        passed.map(|(limit, _, value)| (limit, value))
    }
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self {
            text_bytes_max: 2 << 30,
            line_bytes_max: 128 << 20,
            records_max: 4_000_000,
            window_log_max: 27,
        }
    }
}
