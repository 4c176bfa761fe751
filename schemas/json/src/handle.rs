//! A value that keeps its document alive.

use std::sync::Arc;

use crate::doc::Doc;
use crate::value::Value;

/// An owned handle on one value, cheap to clone and to send to other threads.
#[derive(Clone)]
pub struct Json {
    doc: Arc<Doc>,
    idx: u32,
}

impl Json {
    /// The outermost value of a document.
    pub fn root(doc: Doc) -> Self {
        Self {
            doc: Arc::new(doc),
            idx: 0,
        }
    }

    /// A handle on `value`, which must belong to the document of this one.
    pub fn child(&self, value: Value<'_>) -> Self {
        debug_assert!(
            std::ptr::eq(value.doc(), &*self.doc),
            "a handle can only be made for a value of its own document"
        );
        Self {
            doc: Arc::clone(&self.doc),
            idx: value.index(),
        }
    }

    /// The value.
    pub fn value(&self) -> Value<'_> {
        Value::new(&self.doc, self.idx)
    }
}

impl std::fmt::Debug for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.value().raw())
    }
}
