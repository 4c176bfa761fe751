//! Rules about tools, prompts, resources and their schemas.

mod expected_tools;
mod list_tools;
mod no_tools;
mod summary;
mod tool_annotations;
mod tool_description;
mod tool_input_schema;
mod tool_name;
mod tool_output_schema;
mod unique_names;

use super::RuleMeta;

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[
    expected_tools::RULE,
    list_tools::RULE,
    no_tools::RULE,
    summary::RULE,
    tool_annotations::RULE,
    tool_description::RULE,
    tool_input_schema::RULE,
    tool_name::RULE,
    tool_output_schema::RULE,
    unique_names::RULE,
];
