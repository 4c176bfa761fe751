//! Rules about times. All are in microseconds until they are shown.

mod sampling;
mod summary;
mod tool;

use std::collections::BTreeMap;

use super::{Context, RuleMeta};
use crate::contract::{Answered, Exchange, probe};

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[sampling::RULE, summary::RULE, tool::RULE];

/// Fewest calls whose 95th percentile is not simply the slowest of them.
const P95_CALLS_MIN: usize = 20;

/// Measured calls of one tool.
#[derive(Debug, Default, Clone)]
struct Measured<'a> {
    /// Times of calls that succeeded, sorted.
    took_us: Vec<u64>,
    /// Calls that failed, which say nothing about speed.
    n_failed: usize,
    /// One exchange that shows the slowest call.
    slowest: Option<&'a Exchange>,
}

impl Measured<'_> {
    /// p50 and p95 in words, with what they are worth.
    fn describe(&self) -> String {
        let n = self.took_us.len();
        let times = format!(
            "p50 {}, p95 {}",
            ms(percentile(&self.took_us, 50)),
            ms(percentile(&self.took_us, 95))
        );
        let failed = match self.n_failed {
            0 => String::new(),
            n_failed => format!(", {n_failed} failed calls left out"),
        };
        let few = if n < P95_CALLS_MIN {
            " (with fewer than 20 calls, p95 is near the slowest)"
        } else {
            ""
        };
        format!("{times} over {n} call{}{failed}{few}", if n == 1 { "" } else { "s" })
    }
}

/// The measured calls by tool.
fn measured<'a>(cx: &Context<'a>) -> BTreeMap<String, Measured<'a>> {
    let Some(surface) = cx.main() else {
        return BTreeMap::new();
    };
    let capture = &cx.contract.captures[cx.contract.connection(surface).snapshot as usize];
    let deadline_us = capture.settings.timeouts.call_ms.saturating_mul(1_000);
    let mut by_tool: BTreeMap<String, Measured<'a>> = BTreeMap::new();
    for (name, exchange) in cx.contract.connection(surface).tool_calls() {
        let is_measured = exchange
            .probe
            .as_deref()
            .and_then(|own| own.strip_prefix(probe::LATENCY))
            .is_some();
        if !is_measured {
            continue;
        }
        let tool = by_tool.entry(name).or_default();
        // A call that ran into our own deadline was slow, whatever it would have said.
        let timed_out = matches!(exchange.outcome, Some(mcpward_schemas::snapshot::Outcome::TimedOut));
        match (exchange.answered(), exchange.took_us()) {
            (Answered::Success, Some(took_us)) => {
                if tool.took_us.iter().all(|&other| other < took_us) {
                    tool.slowest = Some(exchange);
                }
                tool.took_us.push(took_us);
            }
            (Answered::Nothing, _) if timed_out => tool.took_us.push(deadline_us),
            _ => tool.n_failed += 1,
        }
    }
    for tool in by_tool.values_mut() {
        tool.took_us.sort_unstable();
    }
    by_tool
}

/// A percentile of sorted times by linear interpolation between closest ranks, in microseconds; 0 of nothing.
fn percentile(sorted: &[u64], percent: u64) -> u64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return 0;
    };
    let scaled = last as u64 * percent;
    let below = usize::try_from(scaled / 100).unwrap_or(last).min(last);
    let above = (below + 1).min(last);
    let (low, high) = (sorted[below], sorted[above]);
    let step = (u128::from(high - low) * u128::from(scaled % 100)) / 100;
    low + u64::try_from(step).unwrap_or(u64::MAX - low)
}

/// Microseconds as milliseconds with one digit.
fn ms(us: u64) -> String {
    let tenths = us.saturating_add(50) / 100;
    format!("{}.{} ms", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::{ms, percentile};

    #[test]
    fn percentiles_interpolate() {
        let times = [10, 20, 30, 40];
        for (percent, expected) in [(0, 10), (50, 25), (95, 38), (100, 40)] {
            assert_eq!(percentile(&times, percent), expected, "{percent}");
        }
        assert_eq!(percentile(&[], 95), 0);
        assert_eq!(percentile(&[7], 95), 7);
        assert_eq!(percentile(&[0, u64::MAX], 100), u64::MAX);
    }

    #[test]
    fn times_are_rounded() {
        assert_eq!(ms(1_249), "1.2 ms");
        assert_eq!(ms(1_250), "1.3 ms");
        assert_eq!(ms(49), "0.0 ms");
    }
}
