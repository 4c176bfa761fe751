//! Findings about the policy itself. Those about `ignore` look at no evidence: policy raises them when it is applied.

mod ignore_expired;
mod ignore_invalid;
mod ignore_unused;
mod sandbox_missing;

use super::RuleMeta;

pub(crate) use ignore_expired::RULE as IGNORE_EXPIRED;
pub(crate) use ignore_invalid::RULE as IGNORE_INVALID;
pub(crate) use ignore_unused::RULE as IGNORE_UNUSED;

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[IGNORE_EXPIRED, IGNORE_INVALID, IGNORE_UNUSED, sandbox_missing::RULE];
