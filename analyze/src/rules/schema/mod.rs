//! Rules about tools and their schemas.

mod annotation_contradiction;
mod bounds;
mod default_invalid;
mod description_repeats_name;
mod dialect;
mod enum_contradiction;
mod example_invalid;
mod expected_tools;
mod icon;
mod keyword_ignored;
mod keyword_misspelled;
mod keyword_without_effect;
mod list_tools;
mod meta_key;
mod name_case_collision;
mod name_meaningless;
mod no_tools;
mod parameter_description;
mod pattern_catastrophic;
mod pattern_malformed;
mod pattern_unportable;
mod summary;
mod task_support;
mod tool_annotations;
mod tool_description;
mod tool_input_schema;
mod tool_name;
mod tool_output_schema;
mod ui_resource;
mod unique_names;
mod unsatisfiable;
mod x_mcp_header;

use super::RuleMeta;
use crate::look::Look;

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[
    annotation_contradiction::RULE,
    bounds::RULE,
    default_invalid::RULE,
    description_repeats_name::RULE,
    dialect::RULE,
    enum_contradiction::RULE,
    example_invalid::RULE,
    expected_tools::RULE,
    icon::RULE,
    keyword_ignored::RULE,
    keyword_misspelled::RULE,
    keyword_without_effect::RULE,
    list_tools::RULE,
    meta_key::RULE,
    name_case_collision::RULE,
    name_meaningless::RULE,
    no_tools::RULE,
    parameter_description::RULE,
    pattern_catastrophic::RULE,
    pattern_malformed::RULE,
    pattern_unportable::RULE,
    summary::RULE,
    task_support::RULE,
    tool_annotations::RULE,
    tool_description::RULE,
    tool_input_schema::RULE,
    tool_name::RULE,
    tool_output_schema::RULE,
    ui_resource::RULE,
    unique_names::RULE,
    unsatisfiable::RULE,
    x_mcp_header::RULE,
];

/// Those that look at one tool at a time.
pub(super) const LOOKS: &[(&str, Look)] = &[
    (annotation_contradiction::RULE.id, annotation_contradiction::look),
    (bounds::RULE.id, bounds::look),
    (default_invalid::RULE.id, default_invalid::look),
    (description_repeats_name::RULE.id, description_repeats_name::look),
    (dialect::RULE.id, dialect::look),
    (enum_contradiction::RULE.id, enum_contradiction::look),
    (example_invalid::RULE.id, example_invalid::look),
    (keyword_ignored::RULE.id, keyword_ignored::look),
    (keyword_misspelled::RULE.id, keyword_misspelled::look),
    (keyword_without_effect::RULE.id, keyword_without_effect::look),
    (name_meaningless::RULE.id, name_meaningless::look),
    (parameter_description::RULE.id, parameter_description::look),
    (pattern_catastrophic::RULE.id, pattern_catastrophic::look),
    (pattern_malformed::RULE.id, pattern_malformed::look),
    (pattern_unportable::RULE.id, pattern_unportable::look),
    (ui_resource::RULE.id, ui_resource::look),
    (unsatisfiable::RULE.id, unsatisfiable::look),
    (x_mcp_header::RULE.id, x_mcp_header::look),
];
