//! Single edits, and their pointers.

use crate::value::ValueId;

/// One difference between the two schemas: the member or element at the end of a path is set, or taken away.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    pub(super) id: &'static str,
    /// Tokens from the root of the old schema.
    pub(super) old_path: Vec<String>,
    /// Tokens from the root of the new schema.
    pub(super) new_path: Vec<String>,
    pub(super) before: Option<ValueId>,
    pub(super) after: Option<ValueId>,
    /// A second edit that belongs to it: the name in `required` of a property that was added or removed.
    pub(super) also: Option<Box<Edit>>,
}

/// Tokens as a JSON Pointer.
pub(super) fn pointer(path: &[String]) -> String {
    let mut pointer = String::new();
    for token in path {
        mcpward_json::push_token(&mut pointer, token);
    }
    pointer
}
