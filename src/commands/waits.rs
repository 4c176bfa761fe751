//! What a capture spent in waits of ours: for quiet, for deadlines, and for bounds of time that went by.
//!
//! The time that a server takes to start and to answer is its own, and so are the waits that it asks for (`Retry-After`).

use std::collections::BTreeMap;

use mcpward_schemas::snapshot::{EventKind, Reading, Record, Step};

/// What the wait until a server is quiet is called.
const QUIET: &str = "quiet";

/// Microseconds by what was waited for: `quiet`, the name of a deadline, or the name of a bound.
pub(super) fn waits(reading: &Reading) -> BTreeMap<String, u64> {
    let mut waits = BTreeMap::new();
    // Connections of one capture follow each other, so one step runs at a time.
    let mut settling = None;
    for record in &reading.records {
        let Record::Event(event) = record else { continue };
        let (name, us) = match &event.event {
            EventKind::StepStarted { step } => {
                settling = matches!(step, Step::Settle { .. }).then_some(event.at_us);
                continue;
            }
            EventKind::StepEnded { .. } => match settling.take() {
                Some(since) => (QUIET.to_owned(), event.at_us.saturating_sub(since)),
                None => continue,
            },
            EventKind::TimedOut { deadline, after_ms } => (deadline.clone(), after_ms.saturating_mul(1_000)),
            EventKind::LimitReached { limit, value } if limit.ends_with("_ms") => {
                (limit.clone(), value.saturating_mul(1_000))
            }
            _ => continue,
        };
        let sum: &mut u64 = waits.entry(name).or_default();
        *sum = sum.saturating_add(us);
    }
    waits
}

/// The same as one line, in milliseconds.
pub(super) fn told(reading: &Reading) -> String {
    let waits = waits(reading);
    let parts = waits.iter().map(|(name, us)| format!("{name} {}", us / 1_000));
    let parts = parts.collect::<Vec<_>>().join(", ");
    let sum_us = waits.values().fold(0_u64, |sum, us| sum.saturating_add(*us));
    match parts.is_empty() {
        true => "none of ours".to_owned(),
        false => format!("{} ms of ours ({parts})", sum_us / 1_000),
    }
}
