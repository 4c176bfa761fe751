//! Ids of changes to references and definitions.

use std::collections::BTreeSet;

use crate::compile::Registry;
use crate::options::Draft;
use crate::value::{Json, ValueId, Values};

/// One of the two documents.
pub(super) struct Document {
    pub(super) draft: Draft,
    registry: Registry,
    /// The references in it.
    targets: BTreeSet<String>,
}

impl Document {
    pub(super) fn new(values: &Values, root: ValueId, draft: Draft) -> Self {
        let mut targets = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
                let reference = values.field(at, keyword).and_then(|text| values.as_str(text));
                targets.extend(reference.map(|text| text.to_string()));
            }
            match values.get(at) {
                Json::Array(items) => open.extend(items.iter()),
                Json::Object(members) => open.extend(members.iter().map(|&(_, value)| value)),
                _ => {}
            }
        }
        Self {
            draft,
            registry: Registry::new(values, root, draft),
            targets,
        }
    }

    fn find(&self, values: &Values, reference: &str) -> Option<ValueId> {
        self.registry.find_anywhere(values, reference)
    }

    /// Whether some reference leads to a definition, or below it. One with a name of its own may be meant from anywhere.
    pub(super) fn uses(&self, values: &Values, path: &[String], definition: ValueId) -> bool {
        let pointer = format!("#{}", super::edit::pointer(path));
        let below = format!("{pointer}/");
        let named = ["$id", "id", "$anchor", "$dynamicAnchor"];
        named.iter().any(|keyword| values.field(definition, keyword).is_some())
            || self
                .targets
                .iter()
                .any(|target| *target == pointer || target.starts_with(&below))
    }
}

/// Whether a definition refers to itself.
pub(super) fn is_recursive(values: &Values, path: &[String], definition: ValueId) -> bool {
    let inner = Document::new(values, definition, Draft::default());
    inner.targets.contains(&format!("#{}", super::edit::pointer(path)))
}

/// The id of a change to `$ref`.
pub(super) fn reference_id(
    values: &Values,
    (old, new): (&Document, &Document),
    before: Option<&str>,
    after: Option<&str>,
) -> &'static str {
    let Some(after) = after else { return "ref.inlined" };
    let target = new.find(values, after);
    if target.is_none() {
        return if after.starts_with('#') {
            "ref.dangling_added"
        } else {
            "ref.external_added"
        };
    }
    let Some(before) = before else { return "ref.extracted" };
    let same = old.find(values, before) == target;
    let renamed = new.find(values, before).is_none() && old.find(values, after).is_none();
    let holder = |reference: &str| reference.rsplit_once('/').map(|(holder, _)| holder.to_owned());
    match (same || renamed, holder(before) == holder(after)) {
        (true, true) => "ref.def_renamed",
        (true, false) => "ref.def_moved",
        (false, _) => "ref.target_changed",
    }
}
