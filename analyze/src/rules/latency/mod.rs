//! Rules about times. All are in microseconds until they are shown.

mod sampling;
mod slower;
mod summary;
mod tool;

use std::collections::BTreeMap;

use mcpward_schemas::report::{Class, Quantile, Times};
use mcpward_schemas::snapshot::Outcome;

use super::RuleMeta;
use super::statistics::{bounded_from, histogram, percentile, quantile};
use crate::contract::{Answered, Contract, Exchange, Surface, probe};

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[sampling::RULE, slower::RULE, summary::RULE, tool::RULE];

/// Heights of the bars of a histogram in a line of text.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Measured calls of one tool.
#[derive(Debug, Default, Clone)]
struct Measured<'a> {
    /// Times of calls that succeeded or ran into the deadline, sorted.
    took_us: Vec<u64>,
    /// Times until the first byte of those that succeeded, sorted.
    first_byte_us: Vec<u64>,
    /// Calls that failed, which say nothing about speed.
    n_failed: usize,
    /// One exchange that shows the slowest call.
    slowest: Option<&'a Exchange>,
}

impl Measured<'_> {
    /// What was measured, with what it is worth.
    fn times(&self) -> Times {
        Times {
            calls: self.took_us.len() as u64,
            failed: self.n_failed as u64,
            p50: quantile(&self.took_us, 50),
            p95: quantile(&self.took_us, 95),
            first_byte_us: (!self.first_byte_us.is_empty()).then(|| percentile(&self.first_byte_us, 50)),
            cold_start_us: None,
            histogram: histogram(&self.took_us),
        }
    }
}

/// Times as a sentence fragment: `p50 1.2 ms (0.9 to 1.4), p95 3.4 ms (2.9 or more) over 20 calls, 0.4 ms ▁█▃ 3.6 ms`.
fn describe(times: &Times) -> String {
    let n = times.calls;
    let failed = match times.failed {
        0 => String::new(),
        n_failed => format!(", {n_failed} failed calls left out"),
    };
    let few = match times.p95.high_us {
        None => format!("; below {} calls p95 has no upper end", bounded_from(95)),
        Some(_) => String::new(),
    };
    format!(
        "p50 {}, p95 {} over {n} call{}{failed}{}{few}",
        interval(times.p50),
        interval(times.p95),
        if n == 1 { "" } else { "s" },
        bars(times),
    )
}

fn interval(quantile: Quantile) -> String {
    let digits = |us| ms(us).trim_end_matches(" ms").to_owned();
    let ends = match (quantile.low_us, quantile.high_us) {
        (Some(low), Some(high)) => format!(" ({} to {})", digits(low), digits(high)),
        (Some(low), None) => format!(" ({} or more)", digits(low)),
        (None, Some(high)) => format!(" ({} or less)", digits(high)),
        (None, None) => String::new(),
    };
    format!("{}{ends}", ms(quantile.us))
}

/// The histogram between its ends; nothing where there is only one class.
fn bars(times: &Times) -> String {
    let classes = &times.histogram;
    let (Some(most), true) = (classes.iter().map(|class| class.calls).max(), classes.len() > 1) else {
        return String::new();
    };
    let bar = |class: &Class| match class.calls {
        0 => ' ',
        calls => BARS[usize::try_from((calls * 8).div_ceil(most)).unwrap_or(8).clamp(1, 8) - 1],
    };
    let last = classes.last().map_or(0, |class| class.up_to_us);
    let line: String = classes.iter().map(bar).collect();
    format!(", spread ▕{line}▏ up to {}", ms(last))
}

/// The measured calls by tool, on the connection of a surface.
fn measured<'a>(contract: &'a Contract, surface: Option<&Surface>) -> BTreeMap<String, Measured<'a>> {
    let Some(surface) = surface else {
        return BTreeMap::new();
    };
    let connection = contract.connection(surface);
    let capture = &contract.captures[connection.snapshot as usize];
    let deadline_us = capture.settings.timeouts.call_ms.saturating_mul(1_000);
    let mut by_tool: BTreeMap<String, Measured<'a>> = BTreeMap::new();
    for (name, exchange) in connection.tool_calls() {
        if exchange.kind() != probe::LATENCY {
            continue;
        }
        let tool = by_tool.entry(name).or_default();
        // A call that ran into our own deadline was slow, whatever it would have said.
        let timed_out = matches!(exchange.outcome, Some(Outcome::TimedOut));
        match (exchange.answered(), exchange.took_us()) {
            (Answered::Success, Some(took_us)) => {
                if tool.took_us.iter().all(|&other| other < took_us) {
                    tool.slowest = Some(exchange);
                }
                tool.took_us.push(took_us);
                tool.first_byte_us.extend(exchange.first_byte_us());
            }
            (Answered::Nothing, _) if timed_out => tool.took_us.push(deadline_us),
            _ => tool.n_failed += 1,
        }
    }
    for tool in by_tool.values_mut() {
        tool.took_us.sort_unstable();
        tool.first_byte_us.sort_unstable();
    }
    by_tool
}

/// Says of a percentile above its budget how sure that is.
fn above(times: &Times, budget_us: u64) -> String {
    let doubt = match times.p95.low_us {
        Some(low_us) if low_us > budget_us => "",
        _ => ", though so few calls can't be sure",
    };
    format!("above {}{doubt}", ms(budget_us))
}

/// Microseconds as milliseconds with one digit.
fn ms(us: u64) -> String {
    let tenths = us.saturating_add(50) / 100;
    format!("{}.{} ms", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded() {
        assert_eq!(ms(1_249), "1.2 ms");
        assert_eq!(ms(1_250), "1.3 ms");
        assert_eq!(ms(49), "0.0 ms");
    }

    #[test]
    fn what_is_said_is_what_is_known() {
        let says = |took_us: Vec<u64>| {
            let measured = Measured {
                took_us,
                ..Measured::default()
            };
            describe(&measured.times())
        };
        assert_eq!(
            says(vec![1_000]),
            "p50 1.0 ms, p95 1.0 ms over 1 call; below 72 calls p95 has no upper end"
        );
        assert_eq!(
            says((1..=100).map(|n| n * 1_000).collect()),
            "p50 50.5 ms (40.0 to 61.0), p95 95.1 ms (90.0 to 100.0) over 100 calls, spread ▕██████████▏ up to 100.0 ms"
        );
        assert_eq!(
            says([vec![1_000; 30], vec![11_000]].concat()),
            "p50 1.0 ms (1.0 to 1.0), p95 1.0 ms (1.0 or more) over 31 calls, spread ▕█        ▁▏ up to 11.0 ms; below 72 calls p95 has no upper end"
        );
    }
}
