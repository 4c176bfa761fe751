//! One block.

use mcpward_json::{Json, Value};

use super::digest::block_digest;

/// What is pinned of one tool, prompt, resource, template, or of the server itself.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The definition as sent.
    pub json: Json,
    /// The shape of its results, where shapes are pinned.
    pub shape: Option<Json>,
    /// Byte offset of the block's name in the file that it was read from.
    pub offset: Option<usize>,
}

impl Entry {
    /// A block for a definition.
    pub fn new(json: Json) -> Self {
        Self {
            json,
            shape: None,
            offset: None,
        }
    }

    /// The definition.
    pub fn value(&self) -> Value<'_> {
        self.json.value()
    }

    /// `sha256:` and hex over the canonical definition: the hash that a gateway can compute as well.
    pub fn digest(&self) -> String {
        block_digest(self.json.value(), self.shape.as_ref().map(Json::value))
    }

    /// Whether two blocks pin the same.
    pub fn same(&self, other: &Self) -> bool {
        self.value().same(other.value())
            && match (&self.shape, &other.shape) {
                (Some(own), Some(other)) => own.value().same(other.value()),
                (None, None) => true,
                _ => false,
            }
    }
}
