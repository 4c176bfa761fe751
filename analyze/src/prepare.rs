//! What every analysis needs and no input changes.

use crate::{protocol, text, validity};

/// Builds it ahead of time, on this thread: the detectors, the shapes of messages, and the validators of the two drafts that
/// servers use. For whoever waits for a server meanwhile; without it, the first analysis builds what it needs.
pub fn prepare() {
    text::prepare();
    protocol::prepare();
    validity::prepare();
}
