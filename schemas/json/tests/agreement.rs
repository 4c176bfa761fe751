//! The reader agrees with serde_json about what is JSON, and about what it means.

use mcpward_json::{Doc, Limits, canonical};
use proptest::prelude::*;
use serde::de::IgnoredAny;

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        // Eighths, since serde_json does not promise the last digit of other fractions.
        any::<i32>().prop_map(|n| (f64::from(n) / 8.0).into()),
        ".{0,12}".prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::btree_map(".{0,4}", inner, 0..6)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Texts that are JSON or nearly so.
fn nearly_json() -> impl Strategy<Value = String> {
    let tokens = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"a\"",
        "\"\\u12\"",
        "\"\\ud800\"",
        "\"\\n\"",
        "1",
        "-",
        "01",
        "1.5e3",
        ".5",
        "1e",
        "null",
        "tru",
        "true",
        " ",
        "\n",
        "\u{feff}",
        "\"",
        "\\",
        "é",
    ]);
    prop::collection::vec(tokens, 0..12).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_same_texts_are_json(text in nearly_json()) {
        let theirs = serde_json::from_str::<IgnoredAny>(&text).is_ok();
        prop_assert_eq!(Doc::parse(text.as_str(), &Limits::default()).is_ok(), theirs, "{:?}", text);
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in ".{0,60}") {
        let theirs = serde_json::from_str::<IgnoredAny>(&text).is_ok();
        prop_assert_eq!(Doc::parse(text, &Limits::default()).is_ok(), theirs);
    }

    #[test]
    fn a_value_keeps_its_meaning(value in json()) {
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
            let doc = Doc::parse(text, &Limits::default()).unwrap();
            prop_assert_eq!(doc.root().to_serde(20), Some(value.clone()));
            let written = canonical(doc.root());
            let again = Doc::parse(written.as_str(), &Limits::default()).unwrap();
            prop_assert!(again.root().same(doc.root()));
            prop_assert_eq!(canonical(again.root()), written);
        }
    }

    #[test]
    fn each_value_of_a_walk_stands_at_its_pointer(value in json()) {
        let doc = Doc::parse(value.to_string(), &Limits::default()).unwrap();
        let mut walk = doc.root().walk();
        while let Some(step) = walk.next() {
            prop_assert_eq!(value.pointer(walk.pointer()).cloned(), step.value.to_serde(20));
            prop_assert_eq!(doc.root().pointer(walk.pointer()).map(|found| found.index()), Some(step.value.index()));
        }
    }
}
