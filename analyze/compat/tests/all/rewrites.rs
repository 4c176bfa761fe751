//! Ways of writing the same: both directions hold, whatever the schemas are that are written in two ways.

use mcpward_compat::{Draft, Options, Verdict, included};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::ask::{doc, word};
use crate::properties::{config, constant, refuted, schema, verdict};

/// Pairs that mean the same for any schemas.
fn pairs(a: &Value, b: &Value, c: &Value, value: &Value) -> Vec<(Value, Value)> {
    let object = |mut schema: Value| {
        schema["type"] = json!("object");
        schema
    };
    vec![
        (json!({"allOf": [a, b]}), json!({"allOf": [b, a, true]})),
        (
            json!({"allOf": [a, {"allOf": [b, c]}]}),
            json!({"allOf": [{"allOf": [a, b]}, c]}),
        ),
        (json!({"anyOf": [a, b]}), json!({"anyOf": [b, false, a]})),
        (json!({"anyOf": [a, {"anyOf": [b, c]}]}), json!({"anyOf": [c, b, a]})),
        (json!({"anyOf": [a, a]}), json!({"oneOf": [a]})),
        (json!({"not": {"not": a}}), json!({"anyOf": [a, false]})),
        (
            json!({"not": {"anyOf": [a, b]}}),
            json!({"allOf": [{"not": a}, {"not": b}]}),
        ),
        (
            json!({"not": {"allOf": [a, b]}}),
            json!({"anyOf": [{"not": a}, {"not": b}]}),
        ),
        (
            json!({"oneOf": [a, b]}),
            json!({"anyOf": [{"allOf": [a, {"not": b}]}, {"allOf": [b, {"not": a}]}]}),
        ),
        (
            json!({"if": a, "then": b, "else": c}),
            json!({"oneOf": [{"allOf": [a, b]}, {"allOf": [{"not": a}, c]}]}),
        ),
        (
            json!({"if": a, "then": b}),
            json!({"anyOf": [{"not": a}, {"allOf": [a, b]}]}),
        ),
        (json!({"if": a}), json!(true)),
        (
            json!({"$ref": "#/$defs/x", "$defs": {"x": a}}),
            json!({"$ref": "#/$defs/y", "$defs": {"y": {"allOf": [a]}}}),
        ),
        (
            json!({"$ref": "#at", "$defs": {"x": {"$anchor": "at", "not": a}}}),
            json!({"not": a}),
        ),
        (
            object(json!({"properties": {"a": a}, "additionalProperties": b})),
            object(json!({"patternProperties": {"^a$": a}, "additionalProperties": b})),
        ),
        (
            object(json!({"properties": {"a": a}, "unevaluatedProperties": false})),
            object(json!({"properties": {"a": a}, "additionalProperties": false})),
        ),
        (
            json!({"dependentSchemas": {"a": a}}),
            json!({"anyOf": [{"not": {"type": "object", "required": ["a"]}}, a]}),
        ),
        (
            json!({"items": a, "type": "array"}),
            json!({"type": "array", "not": {"contains": {"not": a}}}),
        ),
        (json!({"prefixItems": [a], "items": a}), json!({"items": a})),
        (json!({"contains": a, "minContains": 0}), json!(true)),
        (json!({"const": value}), json!({"enum": [value, value], "title": "one"})),
        (
            json!({"allOf": [a], "minLength": 0, "minItems": 0, "minProperties": 0, "additionalProperties": true, "description": "x"}),
            json!({"allOf": [a]}),
        ),
        (
            json!({"enum": [value]}),
            json!({"oneOf": [{"const": value, "title": "one"}]}),
        ),
    ]
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn rewrites_mean_the_same(a in schema(), b in schema(), c in schema(), value in constant()) {
        for (one, other) in pairs(&a, &b, &c, &value) {
            prop_assert!(!refuted(&one, &other), "{} in {}", one, other);
            prop_assert!(!refuted(&other, &one), "{} in {}", other, one);
            prop_assert_eq!(word(&verdict(&one, &other)), "yes", "{} in {}", one, other);
            prop_assert_eq!(word(&verdict(&other, &one)), "yes", "{} in {}", other, one);
        }
    }

    #[test]
    fn drafts_are_read_as_what_they_became(a in atom_of_every_draft(), b in atom_of_every_draft(), n in 0..4_i32) {
        for (draft, old, new) in [
            (
                Draft::Draft7,
                json!({"items": [a, b], "additionalItems": a}),
                json!({"prefixItems": [a, b], "items": a}),
            ),
            (
                Draft::Draft7,
                json!({"dependencies": {"a": ["b"], "b": a}}),
                json!({"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"b": a}}),
            ),
            (
                Draft::Draft4,
                json!({"maximum": n, "exclusiveMaximum": true, "minimum": n - 2}),
                json!({"exclusiveMaximum": n, "minimum": n - 2}),
            ),
            (
                Draft::Draft6,
                json!({"allOf": [{"$ref": "#/definitions/x", "minLength": 9}], "definitions": {"x": a}}),
                json!({"$ref": "#/$defs/x", "$defs": {"x": a}}),
            ),
            (
                Draft::Draft201909,
                json!({"items": [a], "additionalItems": b, "contains": a, "minContains": 2}),
                json!({"prefixItems": [a], "items": b, "contains": a, "minContains": 2}),
            ),
        ] {
            for (one, other, drafts) in [(&old, &new, (draft, Draft::Draft202012)), (&new, &old, (Draft::Draft202012, draft))] {
                let options = Options {
                    draft_old: drafts.0,
                    draft_new: drafts.1,
                    ..Options::default()
                };
                let given = included(doc(&one.to_string()).root(), doc(&other.to_string()).root(), &options);
                prop_assert_eq!(given, Verdict::Included, "{} in {}", one, other);
            }
        }
    }
}

/// Schemas that every draft reads alike.
fn atom_of_every_draft() -> impl Strategy<Value = Value> {
    prop_oneof![
        prop::sample::select(vec![
            "null", "boolean", "integer", "number", "string", "array", "object"
        ])
        .prop_map(|kind| json!({"type": kind})),
        (0..4_i32).prop_map(|n| json!({"minimum": n, "maximum": n + 2})),
        (0..3_u32).prop_map(|n| json!({"maxLength": n, "minItems": n})),
        constant().prop_map(|value| json!({"enum": [value, "x"]})),
        Just(json!({"required": ["a"], "properties": {"a": {"type": "string"}}})),
    ]
}
