//! Changes against the contract that was trusted. One class, one rule: what a change is has been found before, and what
//! it comes to is for policy to say.

mod all_tools_removed;
mod annotation_changed;
mod auth_context_mismatch;
mod baseline_invalid;
mod baseline_missing;
mod baseline_narrow;
mod behaviour_changed;
mod breaking_output_shape_change;
mod breaking_schema_change;
mod capability_changed;
mod client_changed;
mod cost_changed;
mod default_changed;
mod description_changed;
mod era_changed;
mod execution_changed;
mod icon_changed;
mod identity_changed;
mod identity_floating;
mod instructions_changed;
mod meta_changed;
mod no_changes;
mod nonbreaking_output_shape_change;
mod nonbreaking_schema_change;
mod not_compared;
mod output_sampling;
mod page_changed;
mod prompt_added;
mod prompt_breaking;
mod prompt_changed;
mod prompt_nonbreaking;
mod prompt_removed;
mod protocol_changed;
mod resource_added;
mod resource_breaking;
mod resource_changed;
mod resource_nonbreaking;
mod resource_removed;
mod schema_change_unproven;
mod schema_dialect_changed;
mod schema_rewritten;
mod server_changed;
mod summary;
mod suspicious_text_added;
mod template_added;
mod template_breaking;
mod template_changed;
mod template_nonbreaking;
mod template_removed;
mod title_changed;
mod tool_added;
mod tool_removed;
mod tool_renamed;
mod volatile_unused;

use super::RuleMeta;

pub(crate) use summary::RULE as SUMMARY;

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[
    all_tools_removed::RULE,
    annotation_changed::RULE,
    auth_context_mismatch::RULE,
    baseline_invalid::RULE,
    baseline_missing::RULE,
    baseline_narrow::RULE,
    behaviour_changed::RULE,
    breaking_output_shape_change::RULE,
    breaking_schema_change::RULE,
    capability_changed::RULE,
    client_changed::RULE,
    cost_changed::RULE,
    default_changed::RULE,
    description_changed::RULE,
    era_changed::RULE,
    execution_changed::RULE,
    icon_changed::RULE,
    identity_changed::RULE,
    identity_floating::RULE,
    instructions_changed::RULE,
    meta_changed::RULE,
    no_changes::RULE,
    nonbreaking_output_shape_change::RULE,
    nonbreaking_schema_change::RULE,
    not_compared::RULE,
    output_sampling::RULE,
    page_changed::RULE,
    prompt_added::RULE,
    prompt_breaking::RULE,
    prompt_changed::RULE,
    prompt_nonbreaking::RULE,
    prompt_removed::RULE,
    protocol_changed::RULE,
    resource_added::RULE,
    resource_breaking::RULE,
    resource_changed::RULE,
    resource_nonbreaking::RULE,
    resource_removed::RULE,
    schema_change_unproven::RULE,
    schema_dialect_changed::RULE,
    schema_rewritten::RULE,
    server_changed::RULE,
    summary::RULE,
    suspicious_text_added::RULE,
    template_added::RULE,
    template_breaking::RULE,
    template_changed::RULE,
    template_nonbreaking::RULE,
    template_removed::RULE,
    title_changed::RULE,
    tool_added::RULE,
    tool_removed::RULE,
    tool_renamed::RULE,
    volatile_unused::RULE,
];
