//! The corpus of hostile snapshots: each is read or refused as its index says, and nothing near to them panics.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::OnceLock;

use mcpward_schemas::snapshot::{ReadLimits, Reading, Snapshot, SnapshotError, read};
use proptest::prelude::*;

#[path = "../../fixtures/hostile/corpus.rs"]
mod corpus;

fn whole(bytes: &[u8]) -> Result<Snapshot, SnapshotError> {
    read(bytes, &ReadLimits::default()).and_then(Reading::whole)
}

fn outcome(bytes: &[u8]) -> String {
    match whole(bytes) {
        Ok(snapshot) => format!("whole, {} records", snapshot.records.len()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn each_hostile_snapshot_comes_to_what_the_index_says() {
    corpus::play("snapshots", outcome);
}

/// Those of the corpus that are whole.
fn good() -> &'static [Snapshot] {
    static GOOD: OnceLock<Vec<Snapshot>> = OnceLock::new();
    GOOD.get_or_init(|| {
        let inputs = corpus::inputs("snapshots");
        inputs.iter().filter_map(|input| whole(&input.bytes).ok()).collect()
    })
}

proptest! {
    /// A compressed file that was changed is refused, or says what the one that it was made of says.
    #[test]
    fn what_is_near_to_hostile_snapshots_is_refused(bytes in corpus::changed("snapshots")) {
        let limits = ReadLimits { line_bytes_max: 1 << 20, text_bytes_max: 4 << 20, ..ReadLimits::default() };
        if let Ok(snapshot) = read(&bytes[..], &limits).and_then(Reading::whole) {
            prop_assert!(good().contains(&snapshot));
        }
    }
}
