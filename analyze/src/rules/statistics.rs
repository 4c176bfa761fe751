//! What few numbers can honestly say: quantiles with intervals, and whether one sample is slower than another.
//!
//! Everything is made of sums, products, quotients and square roots, which give the same bits on every machine.

use mcpward_schemas::report::{Class, Quantile};

/// How often an interval may miss the true value, on each side: 2.5 %, hence 95 % together.
const MISS: f64 = 0.025;

/// Classes of a histogram: as many bars as a line of a report holds.
const CLASSES: u64 = 10;

/// Fewest times on each side from which the normal approximation of the rank test holds.
pub(super) const RANKED_MIN: usize = 8;

/// The point that a standard normal variable passes once in a hundred times.
const ONE_PERCENT: f64 = 2.326;

/// A quantile of sorted times with its interval: order statistics whose ranks are taken from the binomial distribution.
pub(super) fn quantile(sorted: &[u64], percent: u64) -> Quantile {
    let (low, high) = ranks(sorted.len(), percent);
    let at = |rank: Option<usize>| rank.and_then(|rank| sorted.get(rank - 1)).copied();
    Quantile {
        us: percentile(sorted, percent),
        low_us: at(low),
        high_us: at(high),
    }
}

/// A percentile of sorted times by linear interpolation between closest ranks; 0 of nothing.
pub(super) fn percentile(sorted: &[u64], percent: u64) -> u64 {
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

/// Ranks, from 1, of the times that bound the quantile from below and from above; `None` where no time does.
fn ranks(n: usize, percent: u64) -> (Option<usize>, Option<usize>) {
    let cumulative = binomial(n, percent as f64 / 100.0);
    // The time of rank r is above the quantile where fewer than r times lie below it.
    let low = (1..=n).rev().find(|&rank| cumulative[rank - 1] <= MISS);
    // The time of rank r is below the quantile where at least r times lie below it.
    let high = (1..=n).find(|&rank| 1.0 - cumulative[rank - 1] <= MISS);
    (low, high)
}

/// Fewest times that bound a quantile from above.
pub(super) fn bounded_from(percent: u64) -> usize {
    let p = percent as f64 / 100.0;
    let (mut n, mut all_below) = (1, p);
    while all_below > MISS {
        n += 1;
        all_below *= p;
    }
    n
}

/// The probability of at most k successes of n, for each k from 0 to n. Built outwards from the likeliest count, relative to it,
/// so that nothing becomes too small to count.
fn binomial(n: usize, p: f64) -> Vec<f64> {
    let mode = (((n + 1) as f64 * p) as usize).min(n);
    let mut weights = vec![0.0; n + 1];
    weights[mode] = 1.0;
    for k in mode + 1..=n {
        weights[k] = weights[k - 1] * (n - k + 1) as f64 / k as f64 * (p / (1.0 - p));
    }
    for k in (0..mode).rev() {
        weights[k] = weights[k + 1] * (k + 1) as f64 / (n - k) as f64 * ((1.0 - p) / p);
    }
    let all: f64 = weights.iter().sum();
    let mut sum = 0.0;
    for weight in &mut weights {
        sum += *weight / all;
        *weight = sum;
    }
    weights
}

/// Classes of equal width from the fastest to the slowest; one class where all are alike.
pub(super) fn histogram(sorted: &[u64]) -> Vec<Class> {
    let (Some(&first), Some(&last)) = (sorted.first(), sorted.last()) else {
        return Vec::new();
    };
    let width = (last - first).div_ceil(CLASSES).max(1);
    // The first class holds the fastest as well, so the span alone says how many are needed.
    let n_classes = (last - first).div_ceil(width).max(1);
    let mut classes: Vec<Class> = (1..=n_classes)
        .map(|n| Class {
            up_to_us: first.saturating_add(width.saturating_mul(n)).min(last),
            calls: 0,
        })
        .collect();
    for &time in sorted {
        // One always fits: the last goes up to the slowest.
        if let Some(class) = classes.iter_mut().find(|class| time <= class.up_to_us) {
            class.calls += 1;
        }
    }
    classes
}

/// How a sample compares with an earlier one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slower {
    /// Of all pairs of an earlier and a later time, the percentage in which the later one is longer; ties count half.
    pub(super) percent: u64,
    /// Whether so many would be seen by chance less than once in a hundred times.
    pub(super) is_sure: bool,
}

/// The rank test of Mann and Whitney, one-sided, with correction for ties and continuity. `None` where either side has too
/// few times.
pub(super) fn slower(before: &[u64], after: &[u64]) -> Option<Slower> {
    if before.len() < RANKED_MIN || after.len() < RANKED_MIN {
        return None;
    }
    let mut all: Vec<(u64, bool)> = before.iter().map(|&time| (time, false)).collect();
    all.extend(after.iter().map(|&time| (time, true)));
    all.sort_unstable();
    let (mut rank_sum, mut ties) = (0.0, 0.0);
    let mut start = 0;
    while start < all.len() {
        let end = start
            + all[start..]
                .iter()
                .take_while(|(time, _)| *time == all[start].0)
                .count();
        let tied = (end - start) as f64;
        let rank = (start + end + 1) as f64 / 2.0;
        let n_after = all[start..end].iter().filter(|(_, is_after)| *is_after).count();
        rank_sum += rank * n_after as f64;
        ties += tied * tied * tied - tied;
        start = end;
    }
    let (n1, n2) = (before.len() as f64, after.len() as f64);
    let n = n1 + n2;
    let u = rank_sum - n2 * (n2 + 1.0) / 2.0;
    let variance = n1 * n2 / 12.0 * ((n + 1.0) - ties / (n * (n - 1.0)));
    let z = (u - n1 * n2 / 2.0 - 0.5) / variance.sqrt();
    Some(Slower {
        percent: (u / (n1 * n2) * 100.0) as u64,
        is_sure: variance > 0.0 && z > ONE_PERCENT,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// The ranks are those of published tables of distribution-free intervals (for the median: Conover, Practical
    /// Nonparametric Statistics).
    #[test]
    fn intervals_are_those_of_the_tables() {
        for (n, percent, expected) in [
            (5, 50, (None, None)),
            (6, 50, (Some(1), Some(6))),
            (10, 50, (Some(2), Some(9))),
            (20, 50, (Some(6), Some(15))),
            (25, 50, (Some(8), Some(18))),
            (100, 50, (Some(40), Some(61))),
            (100, 95, (Some(90), Some(100))),
            (71, 95, (Some(63), None)),
            (72, 95, (Some(64), Some(72))),
            (1000, 95, (Some(936), Some(964))),
        ] {
            assert_eq!(ranks(n, percent), expected, "{n} {percent}");
        }
        assert_eq!((bounded_from(50), bounded_from(95)), (6, 72));
    }

    #[test]
    fn an_interval_holds_what_it_promises() {
        for n in [8, 30, 100, 400] {
            for percent in [50, 95] {
                let cumulative = binomial(n, percent as f64 / 100.0);
                let (low, high) = ranks(n, percent);
                let below = low.map_or(0.0, |rank| cumulative[rank - 1]);
                let above = high.map_or(0.0, |rank| 1.0 - cumulative[rank - 1]);
                assert!(below <= MISS && above <= MISS, "{n} {percent}: {below} {above}");
            }
        }
        let sum = binomial(20_000, 0.95);
        assert!((sum[20_000] - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_shift_is_told_from_noise() {
        let before: Vec<u64> = (100..140).collect();
        let same: Vec<u64> = (101..141).collect();
        let slow: Vec<u64> = (130..170).collect();
        assert_eq!(slower(&before[..7], &slow), None);
        assert!(!slower(&before, &same).unwrap().is_sure);
        assert!(slower(&before, &slow).unwrap().is_sure);
        assert!(!slower(&slow, &before).unwrap().is_sure);
        assert_eq!(slower(&before, &before).unwrap().percent, 50);
        assert!(!slower(&[5; 20], &[5; 20]).unwrap().is_sure);
        // One outlier in forty is no shift.
        let mut outlier = before.clone();
        outlier[39] = 100_000;
        assert!(!slower(&before, &outlier).unwrap().is_sure);
    }

    #[test]
    fn histograms_hold_every_time() {
        let calls = |times: &[u64]| histogram(times).iter().map(|class| class.calls).collect::<Vec<_>>();
        assert_eq!(calls(&[]), Vec::<u64>::new());
        assert_eq!(calls(&[5, 5, 5]), [3]);
        assert_eq!(calls(&[0, 1, 2]), [2, 1]);
        assert_eq!(calls(&[0, 10, 100]), [2, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        for times in [&[0, u64::MAX][..], &[1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144]] {
            assert_eq!(calls(times).iter().sum::<u64>(), times.len() as u64);
        }
    }
}
