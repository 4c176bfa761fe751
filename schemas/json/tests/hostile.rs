//! The corpus of hostile JSON texts: each is read or refused as its index says, and nothing near to them panics.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use mcpward_json::{Doc, Limits, canonical};
use proptest::prelude::*;

#[path = "../../../fixtures/hostile/corpus.rs"]
mod corpus;

/// Length of what it means, or why it is no JSON.
fn outcome(bytes: &[u8]) -> String {
    match Doc::parse(&*String::from_utf8_lossy(bytes), &Limits::default()) {
        Ok(doc) => format!("read, {} bytes in canonical form", canonical(doc.root()).len()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn each_hostile_text_comes_to_what_the_index_says() {
    corpus::play("json", outcome);
}

proptest! {
    #[test]
    fn what_is_near_to_hostile_texts_is_read_or_refused(bytes in corpus::changed("json"), depth_max in 1_usize..3000) {
        let text = String::from_utf8_lossy(&bytes);
        let limits = Limits { depth_max, ..Limits::default() };
        if let Ok(doc) = Doc::parse(&*text, &limits) {
            // What is written of it is read again, as the same.
            let written = canonical(doc.root());
            let again = Doc::parse(&*written, &Limits::default()).unwrap();
            prop_assert_eq!(canonical(again.root()), written);
        }
    }
}
