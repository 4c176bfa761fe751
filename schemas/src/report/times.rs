//! Times of calls, in microseconds.

use serde::{Deserialize, Serialize};

/// What was measured of one tool, or of all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Times {
    /// Calls that count: those that succeeded, and those that ran into the deadline.
    pub calls: u64,
    /// Calls that failed and are left out.
    pub failed: u64,
    /// The median.
    pub p50: Quantile,
    /// The 95th percentile.
    pub p95: Quantile,
    /// The median of the time until the first byte of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_byte_us: Option<u64>,
    /// From the start of the server to its answer to the handshake; only over all tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cold_start_us: Option<u64>,
    /// How the calls spread: classes of equal width from the fastest call to the slowest.
    pub histogram: Vec<Class>,
}

/// A quantile, with the interval that holds the true one in at least 95 of 100 runs. The interval is of order statistics, so it
/// supposes nothing about how times are distributed but that the calls are alike and independent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Quantile {
    /// The estimate.
    pub us: u64,
    /// Lower end; absent where too few calls were made to know one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_us: Option<u64>,
    /// Upper end; absent where too few calls were made to know one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high_us: Option<u64>,
}

/// One class of a histogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Class {
    /// Its upper end, which belongs to it.
    pub up_to_us: u64,
    /// Calls in it.
    pub calls: u64,
}
