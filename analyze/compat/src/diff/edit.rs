//! Single edits, and their pointers.

use crate::value::ValueId;

/// One difference between the two schemas, and what has to be set for it to be the only one.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    pub(super) id: &'static str,
    /// The row of the keyword whose schema it changes.
    pub(super) within: Option<&'static str>,
    /// Tokens from the root of the old schema.
    pub(super) old_path: Vec<String>,
    /// Tokens from the root of the new schema.
    pub(super) new_path: Vec<String>,
    pub(super) before: Option<ValueId>,
    pub(super) after: Option<ValueId>,
    /// Values to set in the old schema, or to take away.
    pub(super) steps: Vec<(Vec<String>, Option<ValueId>)>,
    /// The schema that it stands in, old and new.
    pub(super) schemas: (ValueId, ValueId),
    /// Where that schema stands, old and new.
    pub(super) schema_paths: (Vec<String>, Vec<String>),
}

/// Tokens as a JSON Pointer.
pub(super) fn pointer(path: &[String]) -> String {
    let mut pointer = String::new();
    for token in path {
        mcpward_json::push_token(&mut pointer, token);
    }
    pointer
}
