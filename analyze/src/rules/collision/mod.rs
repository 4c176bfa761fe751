//! Rules about tools that a model can't tell apart: nearly the same description, and different schemas.

mod description_collision;
mod summary;

use super::RuleMeta;

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[description_collision::RULE, summary::RULE];

/// A threshold from 0 to 1 in thousandths; zero would make everything a pair, so a thousandth is the least.
fn thousandths(threshold: f64) -> u32 {
    (1..=1000)
        .find(|n| f64::from(*n) >= threshold * 1000.0 - 0.5)
        .unwrap_or(1000)
}
