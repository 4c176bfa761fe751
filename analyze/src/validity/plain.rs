//! Instances of plain schemas, judged without building a validator: most of what a validator costs is its building, and most
//! schemas of servers say only what can be read off them.

use mcpward_json::{Kind, Value};
use serde_json::Value as Instance;

use super::dialect::{Dialect, Draft, dialect};

/// Deepest nesting that is read off: deeper ones are for a validator, which counts for itself.
const DEPTH_MAX: usize = 16;

/// Whether a schema accepts an instance, whatever the property `but` of it is; `None` where that takes a validator, because of
/// a keyword, a spelling or a draft. Subschemas that apply to nothing in the instance are not looked at.
pub(super) fn accepts(schema: Value<'_>, instance: &Instance, but: Option<&str>) -> Option<bool> {
    let is_modern = matches!(
        dialect(schema),
        Dialect::Unnamed | Dialect::Named(Draft::Draft201909 | Draft::Draft202012)
    );
    is_modern.then(|| fits(schema, instance, but, 0)).flatten()
}

fn fits(schema: Value<'_>, instance: &Instance, but: Option<&str>, depth: usize) -> Option<bool> {
    if let Some(all) = schema.as_bool() {
        return Some(all);
    }
    if !schema.is_object() || depth > DEPTH_MAX {
        return None;
    }
    let mut all = true;
    for (keyword, value) in schema.entries() {
        all &= match &*keyword.as_str()? {
            "type" => is_of_type(value, instance)?,
            "properties" => properties_fit(value, instance, but, depth)?,
            "required" => has_required(value, instance)?,
            "additionalProperties" => has_no_others(value, schema.get("properties"), instance)?,
            "items" => items_fit(value, instance, depth)?,
            // Unequal may still be equal, as 1 and 1.0 are.
            "const" => (value.to_serde(DEPTH_MAX)? == *instance).then_some(true)?,
            "enum" => {
                let is_it = |one: Value<'_>| one.to_serde(DEPTH_MAX).as_ref() == Some(instance);
                value.items().any(is_it).then_some(true)?
            }
            "minimum" => bounded(value, number(instance), |bound, n| n >= bound)?,
            "maximum" => bounded(value, number(instance), |bound, n| n <= bound)?,
            "exclusiveMinimum" => bounded(value, number(instance), |bound, n| n > bound)?,
            "exclusiveMaximum" => bounded(value, number(instance), |bound, n| n < bound)?,
            "minLength" => bounded(value, Some(length(instance)), |bound, n| n >= bound)?,
            "maxLength" => bounded(value, Some(length(instance)), |bound, n| n <= bound)?,
            "minItems" => bounded(value, Some(n_items(instance)), |bound, n| n >= bound)?,
            "maxItems" => bounded(value, Some(n_items(instance)), |bound, n| n <= bound)?,
            "$schema" if depth == 0 => true,
            "title" | "description" | "$comment" | "format" if value.is_string() => true,
            "default" => true,
            "examples" if value.is_array() => true,
            _ => return None,
        };
    }
    Some(all)
}

fn is_of_type(word: Value<'_>, instance: &Instance) -> Option<bool> {
    match word.kind() {
        Kind::String => Some(match &*word.as_str()? {
            "string" => instance.is_string(),
            "boolean" => instance.is_boolean(),
            "null" => instance.is_null(),
            "array" => instance.is_array(),
            "object" => instance.is_object(),
            "number" => instance.is_number(),
            // 1.0 is an integer too: a validator knows.
            "integer" if instance.is_f64() => return None,
            "integer" => instance.is_number(),
            _ => return None,
        }),
        Kind::Array if word.n_children() > 0 => word
            .items()
            .map(|word| word.is_string().then(|| is_of_type(word, instance)).flatten())
            .try_fold(false, |any, one| one.map(|one| any || one)),
        _ => None,
    }
}

fn properties_fit(subschemas: Value<'_>, instance: &Instance, but: Option<&str>, depth: usize) -> Option<bool> {
    if !subschemas.is_object() {
        return None;
    }
    let Instance::Object(members) = instance else {
        return Some(true);
    };
    let judged = members.iter().filter(|(name, _)| but != Some(name));
    judged
        .filter_map(|(name, member)| Some(fits(subschemas.get(name)?, member, None, depth + 1)))
        .try_fold(true, |all, one| one.map(|one| all && one))
}

fn has_required(names: Value<'_>, instance: &Instance) -> Option<bool> {
    if !names.is_array() {
        return None;
    }
    let Instance::Object(members) = instance else {
        return Some(true);
    };
    names
        .items()
        .map(|name| name.as_str().map(|name| members.contains_key(&*name)))
        .try_fold(true, |all, one| one.map(|one| all && one))
}

fn has_no_others(rest: Value<'_>, properties: Option<Value<'_>>, instance: &Instance) -> Option<bool> {
    let Instance::Object(members) = instance else {
        return rest.as_bool().map(|_| true);
    };
    if rest.as_bool()? {
        return Some(true);
    }
    let is_named = |name: &String| properties.is_some_and(|properties| properties.get(name).is_some());
    Some(members.keys().all(is_named))
}

fn items_fit(subschema: Value<'_>, instance: &Instance, depth: usize) -> Option<bool> {
    let Instance::Array(items) = instance else {
        return (subschema.is_object() || subschema.as_bool().is_some()).then_some(true);
    };
    items
        .iter()
        .map(|item| fits(subschema, item, None, depth + 1))
        .try_fold(true, |all, one| one.map(|one| all && one))
}

/// `Some(None)` where the instance is no number, which bounds say nothing about.
fn number(instance: &Instance) -> Option<Option<i64>> {
    match instance {
        Instance::Number(number) => number.as_i64().map(Some),
        _ => Some(None),
    }
}

fn length(instance: &Instance) -> Option<i64> {
    instance
        .as_str()
        .and_then(|text| i64::try_from(text.chars().count()).ok())
}

fn n_items(instance: &Instance) -> Option<i64> {
    instance.as_array().and_then(|items| i64::try_from(items.len()).ok())
}

/// Whether what is measured keeps the bound; `measured` is `None` where it can't be told, and holds none where there is nothing
/// to measure.
fn bounded(bound: Value<'_>, measured: Option<Option<i64>>, keeps: impl Fn(i64, i64) -> bool) -> Option<bool> {
    let bound = bound.as_i64()?;
    Some(measured?.is_none_or(|n| keeps(bound, n)))
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};
    use proptest::prelude::*;
    use serde_json::{Value as Instance, json};

    use super::super::instance::validator;
    use super::accepts;

    fn plainly(schema: &Instance, instance: &Instance, but: Option<&str>) -> Option<bool> {
        let doc = Doc::parse(schema.to_string(), &Limits::default()).unwrap();
        accepts(doc.root(), instance, but)
    }

    fn value() -> impl Strategy<Value = Instance> {
        let leaf = prop_oneof![
            Just(json!(null)),
            any::<bool>().prop_map(Instance::from),
            (-3i64..4).prop_map(Instance::from),
            Just(json!(1.0)),
            Just(json!(0.5)),
            "[ab]{0,3}".prop_map(Instance::from),
        ];
        leaf.prop_recursive(2, 8, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Instance::from),
                prop::collection::btree_map("[ab]", inner, 0..3)
                    .prop_map(|members| Instance::Object(members.into_iter().collect())),
            ]
        })
    }

    fn schema() -> impl Strategy<Value = Instance> {
        let word = || {
            prop::sample::select(vec![
                "string", "integer", "number", "boolean", "null", "array", "object",
            ])
        };
        let keyword = prop_oneof![
            word().prop_map(|word| json!({ "type": word })),
            (word(), word())
                .prop_filter("unique", |(a, b)| a != b)
                .prop_map(|(a, b)| json!({ "type": [a, b] })),
            (
                prop::sample::select(vec!["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]),
                -2i64..3
            )
                .prop_map(|(key, n)| json!({ key: n })),
            (
                prop::sample::select(vec!["minLength", "maxLength", "minItems", "maxItems"]),
                0i64..3
            )
                .prop_map(|(key, n)| json!({ key: n })),
            prop::collection::btree_set("[abc]", 0..2).prop_map(|names| json!({ "required": names })),
            any::<bool>().prop_map(|all| json!({ "additionalProperties": all })),
            value().prop_map(|one| json!({ "const": one })),
            (value(), value())
                .prop_filter("unique", |(a, b)| a != b)
                .prop_map(|(a, b)| json!({ "enum": [a, b] })),
            Just(json!({ "pattern": "^a" })),
            Just(json!({ "title": "t", "default": 1, "format": "date" })),
        ];
        let merged = prop::collection::vec(keyword, 0..4).prop_map(|parts| {
            Instance::Object(
                parts
                    .into_iter()
                    .filter_map(|part| part.as_object().cloned())
                    .flatten()
                    .collect(),
            )
        });
        merged.prop_recursive(2, 8, 3, |inner| {
            (
                inner.clone(),
                prop::collection::btree_map("[ab]", inner.clone(), 0..3),
                inner,
            )
                .prop_map(|(mut base, properties, items)| {
                    base["properties"] = json!(properties);
                    base["items"] = items;
                    base
                })
        })
    }

    proptest! {
        #[test]
        fn what_is_read_off_is_what_a_validator_says(schema in schema(), instance in value()) {
            let doc = Doc::parse(schema.to_string(), &Limits::default()).unwrap();
            if let Some(plain) = accepts(doc.root(), &instance, None) {
                prop_assert_eq!(plain, validator(doc.root()).unwrap().is_valid(&instance), "{} {}", schema, instance);
            }
        }
    }

    #[test]
    fn schemas_of_servers_are_plain() {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["id", "n"],
            "properties": {
                "id": { "type": "string", "pattern": "^[0-9]$" }, "n": { "type": "integer", "minimum": 1 },
                "rest": { "$ref": "#/$defs/rest" },
            },
        });
        let made = json!({ "id": "x", "n": 1 });
        assert_eq!(plainly(&schema, &made, None), None, "a pattern takes a validator");
        assert_eq!(plainly(&schema, &made, Some("id")), Some(true));
        assert_eq!(plainly(&schema, &json!({ "id": "x", "n": 0 }), Some("id")), Some(false));
        assert_eq!(
            plainly(&schema, &json!({ "id": "x", "n": 1, "z": 1 }), Some("id")),
            Some(false)
        );
        assert_eq!(
            plainly(
                &json!({ "$schema": "http://json-schema.org/draft-07/schema#" }),
                &made,
                None
            ),
            None
        );
    }
}
