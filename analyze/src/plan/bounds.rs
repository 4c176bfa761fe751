//! The bounds of a plan that a configuration may set, beside those of the recorder.

use std::collections::BTreeMap;

use crate::limits::{AT_ONCE_HTTP_MAX, AT_ONCE_MAX, ITEMS_MAX, PAGES_MAX};

/// How much of a listing is asked for, and how much is under way at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) pages_max: u64,
    pub(super) items_max: u64,
    /// Most probes under way at a time.
    pub(super) at_once_max: usize,
}

const PAGES: &str = "pages_max";
const ITEMS: &str = "items_max";
const AT_ONCE: &str = "at_once_max";

impl Bounds {
    /// Those under `limits` of a configuration, for a server over HTTP or one that is a process.
    pub(super) fn new(limits: &BTreeMap<String, u64>, is_http: bool) -> Self {
        let bound = |name: &str, default: u64| limits.get(name).copied().unwrap_or(default);
        Self {
            pages_max: bound(PAGES, PAGES_MAX),
            items_max: bound(ITEMS, ITEMS_MAX),
            at_once_max: usize::try_from(bound(AT_ONCE, if is_http { AT_ONCE_HTTP_MAX } else { AT_ONCE_MAX }))
                .unwrap_or(usize::MAX)
                .max(1),
        }
    }

    /// Their names.
    pub(super) const NAMES: [&str; 3] = [PAGES, ITEMS, AT_ONCE];
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
        let bounds = Bounds::new(&limits, true);
        assert_eq!((bounds.pages_max, bounds.items_max, bounds.at_once_max), (1, 2, 3));
        let default = |is_http| Bounds::new(&BTreeMap::new(), is_http);
        assert_eq!(default(false).pages_max, PAGES_MAX);
        assert!(default(true).at_once_max < default(false).at_once_max);
    }
}
