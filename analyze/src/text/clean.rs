//! Texts in which nothing was found. Of the texts of a server, most stand in many of its tools: `limit`, "Most entries to
//! return."; each needs to be read once.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::RwLock;

use super::leaf::{Leaf, Role};

/// A text and what it is for.
type Key<'d> = (Role, &'d str);

/// What was read so far and is without a finding, one for each hash. What several threads ask and add changes no result: a text
/// that is not there is read again.
#[derive(Debug, Default)]
pub struct Clean<'d>(RwLock<BTreeMap<u64, Key<'d>>>);

impl<'d> Clean<'d> {
    /// Whether nothing was found in this text in this role.
    pub(super) fn has(&self, leaf: &Leaf<'d>) -> bool {
        let holds = |key: Key<'d>| self.0.read().is_ok_and(|known| known.get(&hash(key)) == Some(&key));
        borrowed(leaf).is_some_and(holds)
    }

    /// Nothing was found in it.
    pub(super) fn add(&self, leaf: &Leaf<'d>) {
        if let (Some(key), Ok(mut known)) = (borrowed(leaf), self.0.write()) {
            known.entry(hash(key)).or_insert(key);
        }
    }
}

/// Quicker to compare than texts are.
fn hash(key: Key<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

/// Texts that stand in the document as they are; those that were put together differ from tool to tool.
fn borrowed<'d>(leaf: &Leaf<'d>) -> Option<Key<'d>> {
    match leaf.text {
        Cow::Borrowed(text) if leaf.made.is_none() => Some((leaf.role, text)),
        _ => None,
    }
}
