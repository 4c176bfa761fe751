//! What must hold for any schemas. An experimental prover of the `jsonschema` crate serves as a second opinion.

use jsonschema::canonical::{self, CanonicalSchema, Containment, Satisfiability};
use mcpward_compat::{Options, Satisfiable, Verdict, instances, satisfiable};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use serde_json::{Value, json};

use crate::ask::{ask, doc, word};

pub(crate) fn config(cases: u32) -> Config {
    Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20),
        ..Config::default()
    }
}

pub(crate) fn constant() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2..4_i32).prop_map(Value::from),
        Just(json!(0.5)),
        "[ab]{0,2}".prop_map(Value::from),
        Just(json!([])),
        Just(json!([1])),
        Just(json!({})),
        Just(json!({"a": 1})),
    ]
}

fn atom() -> impl Strategy<Value = Value> {
    let kind = prop::sample::select(vec![
        "null", "boolean", "integer", "number", "string", "array", "object",
    ]);
    let count = prop::sample::select(vec![
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
    ]);
    let bound = prop::sample::select(vec!["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]);
    prop_oneof![
        any::<bool>().prop_map(Value::from),
        kind.clone().prop_map(|kind| json!({"type": kind})),
        prop::collection::btree_set(kind, 1..4).prop_map(|kinds| json!({"type": kinds})),
        prop::collection::vec(constant(), 1..4).prop_map(|values| json!({"enum": values})),
        constant().prop_map(|value| json!({"const": value})),
        (count, 0..3_u32).prop_map(|(keyword, n)| json!({keyword: n})),
        (bound, -2..4_i32).prop_map(|(keyword, n)| json!({keyword: n})),
        prop::sample::select(vec![json!(1), json!(2), json!(3), json!(0.5)])
            .prop_map(|step| json!({"multipleOf": step})),
        prop::sample::select(vec!["^a", "b$", "^[ab]+$", "^a{2}$", ""]).prop_map(|text| json!({"pattern": text})),
        Just(json!({"uniqueItems": true})),
        prop::collection::btree_set("[abc]", 1..3).prop_map(|names| json!({"required": names})),
        Just(json!({"dependentRequired": {"a": ["b"]}})),
    ]
}

/// Schemas of the latest draft, small enough to be read when a case fails.
pub(crate) fn schema() -> impl Strategy<Value = Value> {
    atom().prop_recursive(3, 16, 3, |inner| {
        let list = prop::collection::vec(inner.clone(), 1..3);
        let one = prop::sample::select(vec![
            "not",
            "items",
            "contains",
            "additionalProperties",
            "propertyNames",
            "unevaluatedProperties",
            "unevaluatedItems",
        ]);
        let many = prop::sample::select(vec!["allOf", "anyOf", "oneOf", "prefixItems"]);
        prop_oneof![
            (one, inner.clone()).prop_map(|(keyword, schema)| json!({keyword: schema})),
            (many, list).prop_map(|(keyword, list)| json!({keyword: list})),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| json!({"properties": {"a": a, "b": b}})),
            inner
                .clone()
                .prop_map(|schema| json!({"patternProperties": {"^a": schema}})),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| json!({"if": a, "then": b, "else": c})),
            (inner.clone(), inner).prop_map(|(a, b)| both_of(&a, &b)),
        ]
    })
}

/// One object with the keywords of both.
fn both_of(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => a
            .clone()
            .into_iter()
            .chain(b.clone())
            .collect::<serde_json::Map<_, _>>()
            .into(),
        _ => json!({"allOf": [a, b]}),
    }
}

pub(crate) fn verdict(old: &Value, new: &Value) -> Verdict {
    ask(&old.to_string(), &new.to_string(), &Options::default())
}

/// The value without one of its members or elements, for each of them.
fn without_one(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(items) => (0..items.len())
            .map(|at| [&items[..at], &items[at + 1..]].concat().into())
            .collect(),
        Value::Object(members) => members
            .keys()
            .map(|name| {
                members
                    .iter()
                    .filter(|(other, _)| *other != name)
                    .map(|(k, v)| (k.clone(), v.clone()))
                    .collect()
            })
            .collect(),
        _ => Vec::new(),
    }
}

pub(crate) fn refuted(old: &Value, new: &Value) -> bool {
    matches!(verdict(old, new), Verdict::NotIncluded { .. })
}

fn canonical(schema: &Value) -> Option<CanonicalSchema> {
    let options = canonical::options().offline().should_validate_formats(false);
    options.canonicalize(schema).ok()
}

fn covers(new: &Value, old: &Value) -> Option<Containment> {
    canonical(new)?.covers(&canonical(old)?).ok()
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn a_part_of_a_conjunction_or_union_is_included(a in schema(), b in schema()) {
        prop_assert_eq!(word(&verdict(&a, &a)), "yes");
        let union = json!({"anyOf": [a.clone(), b.clone()]});
        prop_assert!(!refuted(&a, &union));
        let conjunction = json!({"allOf": [a.clone(), b]});
        prop_assert!(!refuted(&conjunction, &a));
    }

    #[test]
    fn verdicts_agree_with_instances_and_with_a_second_prover(a in schema(), b in schema()) {
        let (left, right) = (jsonschema::validator_for(&a).unwrap(), jsonschema::validator_for(&b).unwrap());
        let second = covers(&b, &a);
        match verdict(&a, &b) {
            Verdict::Included => {
                prop_assert_ne!(second, Some(Containment::No));
                for instance in instances(doc(&a.to_string()).root(), &Options::default()) {
                    prop_assert!(left.is_valid(&instance.value), "{} is no instance", instance.value);
                    prop_assert!(right.is_valid(&instance.value), "{} is a witness", instance.value);
                }
            }
            Verdict::NotIncluded { witness, .. } => {
                prop_assert_ne!(second, Some(Containment::Yes));
                prop_assert!(left.is_valid(&witness));
                prop_assert!(!right.is_valid(&witness));
                for smaller in without_one(&witness) {
                    prop_assert!(!left.is_valid(&smaller) || right.is_valid(&smaller), "{} shrinks to {}", witness, smaller);
                }
            }
            Verdict::Unknown { .. } => {}
        }
    }

    #[test]
    fn the_canonical_form_of_the_second_prover_means_the_same(a in schema()) {
        if let Some(other) = canonical(&a).map(|schema| schema.to_json_schema()) {
            prop_assert!(!refuted(&a, &other), "{} in {}", a, other);
            prop_assert!(!refuted(&other, &a), "{} in {}", other, a);
        }
    }

    #[test]
    fn a_schema_without_instances_has_none(a in schema(), values in prop::collection::vec(constant(), 8)) {
        let validator = jsonschema::validator_for(&a).unwrap();
        let second = canonical(&a).map(|schema| schema.satisfiability());
        match satisfiable(doc(&a.to_string()).root(), &Options::default()) {
            Satisfiable::Yes(value) => {
                prop_assert!(validator.is_valid(&value));
                prop_assert_ne!(second, Some(Satisfiability::No));
            }
            Satisfiable::No => {
                prop_assert!(!values.iter().any(|value| validator.is_valid(value)));
                prop_assert_ne!(second, Some(Satisfiability::Yes));
            }
            Satisfiable::Unknown(_) => {}
        }
    }

    #[test]
    fn any_text_of_a_schema_is_survived(text in r#"[{}\[\]":,a-z0-9^$()*+?|\\ ]{0,40}"#) {
        let pattern = json!({"pattern": text, "patternProperties": {text.as_str(): {"$ref": text.as_str()}}});
        let _given = verdict(&pattern, &json!({"type": "string"}));
    }
}
