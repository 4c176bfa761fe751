//! Rules about what the server costs in the context of a model.

mod server_tokens;
mod tool_tokens;

use super::RuleMeta;

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[server_tokens::RULE, tool_tokens::RULE];
