//! Schemas that obviously obey their metaschema. A validator of a metaschema asks some hundred subschemas of every subschema;
//! most schemas of servers say only what can be checked in passing.

use std::collections::BTreeSet;

use mcpward_json::{Kind, Value};

use super::dialect::{Dialect, Draft, dialect};

/// Deepest nesting that is looked at: deeper schemas are for the validator, which counts for itself.
const DEPTH_MAX: usize = 16;

/// Whether a schema obeys the metaschema of a draft as far as can be seen in passing. `false` says nothing: it takes the validator.
pub(super) fn obeys(schema: Value<'_>, draft: Draft) -> bool {
    let is_known = matches!(draft, Draft::Draft7 | Draft::Draft201909 | Draft::Draft202012);
    is_known && is_plain(schema, draft, 0)
}

fn is_plain(schema: Value<'_>, draft: Draft, depth: usize) -> bool {
    if schema.as_bool().is_some() {
        return true;
    }
    let is_schema = |value: Value<'_>| is_plain(value, draft, depth + 1);
    let obeys = |(keyword, value): (Value<'_>, Value<'_>)| match keyword.as_str().as_deref() {
        Some("type") => is_type(value),
        Some("properties" | "$defs" | "definitions") => {
            value.is_object() && value.entries().all(|(_, value)| is_schema(value))
        }
        Some("additionalProperties" | "items") => is_schema(value),
        Some("anyOf" | "oneOf" | "allOf") => value.is_array() && value.n_children() > 0 && value.items().all(is_schema),
        Some("required") => is_set_of_names(value),
        Some("title" | "description" | "$comment" | "format") => value.is_string(),
        // Since draft 2019-09 a format of the metaschema is a remark.
        Some("pattern" | "$ref") => value.is_string() && draft != Draft::Draft7,
        Some("minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum") => value.kind() == Kind::Number,
        Some("minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties") => {
            value.as_i64().is_some_and(|n| n >= 0)
        }
        Some("uniqueItems" | "readOnly" | "writeOnly" | "deprecated") => value.as_bool().is_some(),
        Some("enum" | "examples") => value.is_array() && value.items().all(is_scalar),
        Some("const" | "default") => is_scalar(value) || value.items().all(is_scalar),
        // A draft that we know has a URI, as it must.
        Some("$schema") => depth == 0 && matches!(dialect(schema), Dialect::Named(_)),
        _ => false,
    };
    schema.is_object() && depth <= DEPTH_MAX && schema.entries().all(obeys)
}

fn is_type(value: Value<'_>) -> bool {
    let is_word = |value: Value<'_>| {
        let word = value.as_str();
        matches!(
            word.as_deref(),
            Some("string" | "number" | "integer" | "boolean" | "null" | "array" | "object")
        )
    };
    match value.kind() {
        Kind::Array => is_set_of_names(value) && value.n_children() > 0 && value.items().all(is_word),
        _ => is_word(value),
    }
}

/// An array of distinct strings.
fn is_set_of_names(value: Value<'_>) -> bool {
    let mut names = BTreeSet::new();
    value.is_array()
        && value
            .items()
            .all(|name| name.is_string() && names.insert(name.as_str()))
}

/// Deeper values could pass the depth that a validator may recurse to.
fn is_scalar(value: Value<'_>) -> bool {
    !value.is_array() && !value.is_object()
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};
    use proptest::prelude::*;
    use serde_json::{Value as Json, json};

    use super::super::metaschema::validator;
    use super::{Draft, obeys};

    const DRAFTS: [Draft; 3] = [Draft::Draft7, Draft::Draft201909, Draft::Draft202012];

    fn plainly(schema: &Json, draft: Draft) -> bool {
        let doc = Doc::parse(schema.to_string(), &Limits::default()).unwrap();
        obeys(doc.root(), draft)
    }

    fn value() -> impl Strategy<Value = Json> {
        let words = prop::sample::select(vec!["string", "object", "text", "a", ""]);
        let leaf = prop_oneof![
            Just(json!(null)),
            any::<bool>().prop_map(Json::from),
            (-2i64..3).prop_map(Json::from),
            Just(json!(1.0)),
            Just(json!(0.5)),
            words.prop_map(Json::from),
        ];
        leaf.prop_recursive(3, 12, 3, |inner| {
            let keywords = prop::sample::select(vec![
                "type",
                "properties",
                "$defs",
                "definitions",
                "additionalProperties",
                "items",
                "anyOf",
                "oneOf",
                "allOf",
                "required",
                "title",
                "description",
                "$comment",
                "format",
                "minimum",
                "exclusiveMaximum",
                "minLength",
                "maxItems",
                "minProperties",
                "uniqueItems",
                "readOnly",
                "deprecated",
                "enum",
                "examples",
                "const",
                "default",
                "$schema",
                "$ref",
                "pattern",
                "x-own",
            ]);
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Json::from),
                prop::collection::btree_map(keywords, inner, 0..4)
                    .prop_map(|members| Json::Object(members.into_iter().map(|(k, v)| (k.to_owned(), v)).collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_obviously_obeys_does(schema in value()) {
            for draft in DRAFTS {
                if plainly(&schema, draft) {
                    prop_assert!(validator(draft).is_valid(&schema), "{schema} {draft:?}");
                }
            }
        }
    }

    #[test]
    fn schemas_of_servers_are_plain() {
        let plain = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "required": ["a", "b"],
            "properties": {
                "a": { "type": ["string", "null"], "enum": ["x", null], "default": "x", "minLength": 1 },
                "b": { "anyOf": [{ "type": "array", "items": { "type": "number" } }, true] },
            },
            "additionalProperties": false,
        });
        assert!(DRAFTS.into_iter().all(|draft| plainly(&plain, draft)));
        for broken in [
            json!({ "type": "text" }),
            json!({ "type": [] }),
            json!({ "required": ["a", "a"] }),
            json!({ "properties": { "a": 1 } }),
            json!({ "anyOf": [] }),
            json!({ "pattern": 1 }),
            json!({ "minLength": -1 }),
            json!(1),
        ] {
            for draft in DRAFTS {
                assert!(!plainly(&broken, draft), "{broken}");
                assert!(!validator(draft).is_valid(&broken), "{broken}");
            }
        }
    }
}
