//! Witnesses: exact, confirmed, and as small as single steps make them.

use mcpward_compat::{Draft, Model, Options, Verdict};
use serde_json::{Value, json};

use crate::ask::{ask, word};

/// The witness, or the reason why there is none.
fn witness(old: &str, new: &str, options: &Options) -> Result<Value, String> {
    match ask(old, new, options) {
        Verdict::NotIncluded { witness, .. } => Ok(witness),
        other => Err(word(&other)),
    }
}

#[test]
fn numbers_of_a_witness_are_exact() {
    let options = Options::default();
    // A reader of floating point would take another number for either of these.
    assert_eq!(
        word(&ask(r#"{"const":1e400}"#, r#"{"type":"string"}"#, &options)),
        "no-witness"
    );
    let long = r#"{"const":12345678901234567890123}"#;
    assert_eq!(word(&ask(long, r#"{"type":"string"}"#, &options)), "no-witness");
    // Bounds beyond floating point bar nothing that can be a witness.
    assert_eq!(
        witness(
            r#"{"type":"number"}"#,
            r#"{"minimum":-1e400,"maximum":1e400,"type":"integer"}"#,
            &options
        ),
        Ok(json!(0.5))
    );
}

#[test]
fn an_empty_enumeration_has_no_value() {
    for draft in [Draft::Draft4, Draft::Draft6, Draft::Draft7, Draft::Draft202012] {
        let options = Options {
            draft_old: draft,
            draft_new: draft,
            ..Options::default()
        };
        let old = r#"{"type":"object","properties":{"a":{"type":"null"}},"required":["a"]}"#;
        let new = r#"{"type":"object","properties":{"a":{"enum":[]}}}"#;
        assert_eq!(witness(old, new, &options), Ok(json!({"a": null})));
    }
}

#[test]
fn witnesses_are_shrunk_where_the_prover_gave_up() {
    // A list of that length is not built, but the default has it; the typical instance has the other members, too.
    let list = format!("[{}]", vec!["0"; 301].join(","));
    let old = format!(
        r#"{{"type": "object", "properties": {{
            "list": {{"type": "array", "default": {list}}},
            "n": {{"type": "integer", "default": 123456}},
            "note": {{"type": "string", "default": "a note of some length"}}
        }}}}"#
    );
    let new = r#"{"type":"object","properties":{"list":{"type":"array","maxItems":300},"n":true,"note":true}}"#;
    for model in [Model::Strict, Model::Declared, Model::Understood] {
        let options = Options {
            model,
            ..Options::default()
        };
        assert_eq!(witness(&old, new, &options), Ok(json!({"list": vec![0; 301]})));
    }
}
