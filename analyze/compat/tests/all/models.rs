//! Content models and the effect of a witness.

use mcpward_compat::{Effect, Formats, Model, Options, Verdict};

use crate::ask::{ask, word};

const OLD: &str = r#"{"type":"object","properties":{"a":{"type":"string"}}}"#;
const GROWN: &str = r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}}"#;
const CLOSED: &str = r#"{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}"#;

fn in_models(old: &str, new: &str) -> Vec<String> {
    [Model::Strict, Model::Declared, Model::Understood]
        .map(|model| {
            word(&ask(
                old,
                new,
                &Options {
                    model,
                    ..Options::default()
                },
            ))
        })
        .to_vec()
}

#[test]
fn models_differ_where_objects_are_open() {
    for (old, new, answers) in [
        (OLD, GROWN, ["no", "yes", "yes"]),
        (GROWN, OLD, ["yes", "yes", "no"]),
        (OLD, CLOSED, ["no", "yes", "yes"]),
        (CLOSED, OLD, ["yes", "yes", "yes"]),
        (r#"{"type":"object"}"#, CLOSED, ["no", "no", "no"]),
    ] {
        assert_eq!(in_models(old, new), answers, "{old} against {new}");
    }
}

#[test]
fn a_value_that_is_no_longer_understood_is_ignored() {
    let options = Options {
        model: Model::Understood,
        ..Options::default()
    };
    let Verdict::NotIncluded { witness, effect } = ask(GROWN, OLD, &options) else {
        panic!("not included")
    };
    assert_eq!(effect, Effect::Ignored);
    assert_eq!(witness, serde_json::json!({"b": 0}));
    let stricter = r#"{"type":"object","properties":{"a":{"type":"string","minLength":1}}}"#;
    let Verdict::NotIncluded { effect, .. } = ask(OLD, stricter, &options) else {
        panic!("not included")
    };
    assert_eq!(effect, Effect::Rejected);
}

#[test]
fn the_root_guard_leaves_objects_only() {
    let guarded = Options {
        root_object: true,
        ..Options::default()
    };
    assert_eq!(word(&ask("{}", r#"{"type":"object"}"#, &guarded)), "yes");
    assert_eq!(word(&ask("{}", r#"{"type":"object"}"#, &Options::default())), "no");
}

#[test]
fn formats_assert_only_on_request() {
    let asserted = Options {
        formats: Formats::Assert,
        ..Options::default()
    };
    let (plain, date) = (r#"{"type":"string"}"#, r#"{"type":"string","format":"date"}"#);
    let email = r#"{"type":"string","format":"email"}"#;
    let wider = r#"{"type":"string","format":"idn-email"}"#;
    assert_eq!(word(&ask(plain, date, &Options::default())), "yes");
    assert_eq!(word(&ask(plain, date, &asserted)), "no");
    assert_eq!(word(&ask(date, date, &asserted)), "yes");
    assert_eq!(word(&ask(email, wider, &asserted)), "yes");
    assert_eq!(word(&ask(date, email, &asserted)), "no");
}
