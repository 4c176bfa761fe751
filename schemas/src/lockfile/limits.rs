//! Bounds on reading a lock file: it comes from a repository, hence from whoever can open a pull request.

/// Bounds on one file. Reaching one is a [`LockError`](super::LockError) that names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LockLimits {
    /// Most bytes of text. 256 MiB: fifty times the lock of a server with 5,000 tools.
    pub text_bytes_max: usize,
    /// Deepest nesting. 10,000 levels: no reader of lock files needs a hundred, and the arena does not recurse.
    pub depth_max: usize,
    /// Most values and names. 16 million, as many as fit the bytes in practice; 16 bytes of memory each.
    pub nodes_max: usize,
}

impl Default for LockLimits {
    fn default() -> Self {
        Self {
            text_bytes_max: 256 << 20,
            depth_max: 10_000,
            nodes_max: 16_000_000,
        }
    }
}

/// Columns up to which a list or object of plain values stays on one line: what code review shows without scrolling.
pub(super) const LINE_COLUMNS_MAX: usize = 100;

/// Nesting from which values are written without line breaks, since indentation would grow with the square of the depth.
pub(super) const INDENT_DEPTH_MAX: usize = 40;

/// Damaged blocks that an error names; the rest is counted.
pub(super) const DAMAGES_NAMED_MAX: usize = 5;
