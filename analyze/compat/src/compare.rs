//! The two entry points.

use mcpward_json::Value;

use crate::options::Options;
use crate::verdict::{Comparison, Reason, Verdict};

/// Whether every instance of `old` is an instance of `new`.
pub fn included(old: Value<'_>, new: Value<'_>, options: &Options) -> Verdict {
    if options.draft_old == options.draft_new && old.same(new) {
        return Verdict::Included;
    }
    Verdict::Unknown { reason: Reason::NoWitness }
}

/// Both directions, with what changed.
pub fn compare(old: Value<'_>, new: Value<'_>, options: &Options) -> Comparison {
    Comparison {
        forward: included(old, new, options),
        backward: included(new, old, options),
        changes: Vec::new(),
        steps: 0,
    }
}
