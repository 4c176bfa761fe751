//! Rules about the cases of behavior suites: what was expected of a call, and what came.

mod case;
mod golden;
mod golden_unused;
mod jsonpath;
mod output_schema;
mod protocol_error;
mod text;
mod tool_exists;
mod tool_is_error;

use super::RuleMeta;
pub(crate) use golden_unused::has_goldens;

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[
    case::RULE,
    golden::RULE,
    golden_unused::RULE,
    jsonpath::RULE,
    output_schema::RULE,
    protocol_error::RULE,
    text::RULE,
    tool_exists::RULE,
    tool_is_error::RULE,
];
