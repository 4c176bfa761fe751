//! Rules about prompts.

mod argument_description;
mod argument_name;
mod duplicate_name;
mod missing_argument;
mod unknown_prompt;

use super::RuleMeta;

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[
    argument_description::RULE,
    argument_name::RULE,
    duplicate_name::RULE,
    missing_argument::RULE,
    unknown_prompt::RULE,
];
