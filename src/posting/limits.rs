//! Bounds of posting, each with its reason.

/// Tries of one request: an API that fails four times in a row is down.
pub(super) const TRIES: u32 = 4;

/// Wait before the second try in milliseconds, where the API names none; it doubles with each.
pub(super) const WAIT_MS: u64 = 1_000;

/// Seconds for all requests of one comment, waits for rate limits included: a CI job is paid by the minute, and a comment is
/// not worth more.
pub(super) const POSTING_SECONDS: u64 = 90;

/// Milliseconds for one request.
pub(super) const REQUEST_MS: u64 = 30_000;

/// Comments asked for at a time, which is the most that both APIs give.
pub(super) const COMMENTS_PER_PAGE: usize = 100;

/// Pages of comments that are searched for ours: 3,000 comments; the longest discussions have fewer.
pub(super) const PAGES_MAX: usize = 30;

/// Longest answer in bytes: a page of hundred comments of 65,536 characters, escaped.
pub(super) const ANSWER_BYTES_MAX: usize = 64 << 20;
