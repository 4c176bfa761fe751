//! The bounds of a plan that a configuration may set, beside those of the recorder.

use std::collections::BTreeMap;

use crate::limits::{ITEMS_MAX, PAGES_MAX};

/// How much of a listing is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) pages_max: u64,
    pub(super) items_max: u64,
}

const PAGES: &str = "pages_max";
const ITEMS: &str = "items_max";

impl Bounds {
    /// Those under `limits` of a configuration.
    pub(super) fn new(limits: &BTreeMap<String, u64>) -> Self {
        let bound = |name: &str, default: u64| limits.get(name).copied().unwrap_or(default);
        Self {
            pages_max: bound(PAGES, PAGES_MAX),
            items_max: bound(ITEMS, ITEMS_MAX),
        }
    }

    /// Their names.
    pub(super) const NAMES: [&str; 2] = [PAGES, ITEMS];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_set_by_name() {
        let limits = Bounds::NAMES
            .iter()
            .zip(1..)
            .map(|(name, n)| ((*name).to_owned(), n))
            .collect();
        let bounds = Bounds::new(&limits);
        assert_eq!((bounds.pages_max, bounds.items_max), (1, 2));
        assert_eq!(Bounds::new(&BTreeMap::new()).pages_max, PAGES_MAX);
    }
}
