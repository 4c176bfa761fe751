//! One change between two schemas.

/// What re-deciding a single edit says about it in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The edit alone keeps the inclusion.
    Harmless,
    /// The edit alone breaks the inclusion.
    Cause,
    /// The edit alone was not decided.
    Open,
}

/// One change, with a stable id.
#[derive(Debug, Clone, PartialEq)]
pub struct SchemaChange {
    /// Id of the change row, such as `minimum.increased`.
    pub id: &'static str,
    /// Row of the keyword whose schema it changes, such as `items.narrowed`; none at the root, and for what asserts nothing.
    pub within: Option<&'static str>,
    /// Where it stood, as a JSON Pointer into the old schema.
    pub old_pointer: Option<String>,
    /// Where it stands, as a JSON Pointer into the new schema.
    pub new_pointer: Option<String>,
    /// The old fragment.
    pub before: Option<serde_json::Value>,
    /// The new fragment.
    pub after: Option<serde_json::Value>,
    /// Its part in old ⊆ new.
    pub forward: Role,
    /// Its part in new ⊆ old.
    pub backward: Role,
}
