//! Rules about what clients and model providers make of the tools. Who minds what is in the profiles; see `crate::clients`.

mod array_without_items;
mod boolean_exclusive_bound;
mod dangling_reference;
mod default_value;
mod dialect_2020_12;
mod dialect_draft_07;
mod empty_nested_object;
mod enum_type;
mod exclusive_bound;
mod format;
mod misplaced_object_keyword;
mod nested_all_of;
mod nested_one_of;
mod null_description;
mod object_without_properties;
mod open_object;
mod optional_property;
mod output_reference;
mod page_count;
mod pattern_lookaround;
mod pattern_unanchored;
mod profile_unknown;
mod property_name;
mod recursive_reference;
mod reference;
mod reference_siblings;
mod root_combinator;
mod root_conditional;
mod root_enum;
mod root_not;
mod root_type;
mod schema_size;
mod text_length;
mod tool_count;
mod tool_name;
mod tuple_items;
mod type_list;
mod union_beside_type;
mod unknown_keyword;

use super::RuleMeta;

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[
    array_without_items::RULE,
    boolean_exclusive_bound::RULE,
    dangling_reference::RULE,
    default_value::RULE,
    dialect_2020_12::RULE,
    dialect_draft_07::RULE,
    empty_nested_object::RULE,
    enum_type::RULE,
    exclusive_bound::RULE,
    format::RULE,
    misplaced_object_keyword::RULE,
    nested_all_of::RULE,
    nested_one_of::RULE,
    null_description::RULE,
    object_without_properties::RULE,
    open_object::RULE,
    optional_property::RULE,
    output_reference::RULE,
    page_count::RULE,
    pattern_lookaround::RULE,
    pattern_unanchored::RULE,
    profile_unknown::RULE,
    property_name::RULE,
    recursive_reference::RULE,
    reference::RULE,
    reference_siblings::RULE,
    root_combinator::RULE,
    root_conditional::RULE,
    root_enum::RULE,
    root_not::RULE,
    root_type::RULE,
    schema_size::RULE,
    text_length::RULE,
    tool_count::RULE,
    tool_name::RULE,
    tuple_items::RULE,
    type_list::RULE,
    union_beside_type::RULE,
    unknown_keyword::RULE,
];
