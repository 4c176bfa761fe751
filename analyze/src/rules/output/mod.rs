//! Rules about results that were captured, also where no suite asks about them.

mod schema;

use super::RuleMeta;

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[schema::RULE];
