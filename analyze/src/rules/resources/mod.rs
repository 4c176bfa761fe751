//! Rules about resources and their templates.

mod annotations;
mod duplicate_template;
mod duplicate_uri;
mod mime_type;
mod not_found;
mod not_found_data;
mod path_traversal;
mod read_listed;
mod size;
mod template_syntax;
mod uri;

use super::RuleMeta;

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[
    annotations::RULE,
    duplicate_template::RULE,
    duplicate_uri::RULE,
    mime_type::RULE,
    not_found::RULE,
    not_found_data::RULE,
    path_traversal::RULE,
    read_listed::RULE,
    size::RULE,
    template_syntax::RULE,
    uri::RULE,
];
