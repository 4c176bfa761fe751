//! What every analysis needs and no input changes.

use crate::{protocol, rules, text, validity};

/// Builds it ahead of time, on this thread: the detectors, the shapes of messages, the validators of the two drafts that
/// servers use, and what is told of each rule. For whoever waits for a server meanwhile; without it, the first analysis builds what it needs.
pub fn prepare() {
    text::prepare();
    protocol::prepare();
    validity::prepare();
    rules::prepare();
}
