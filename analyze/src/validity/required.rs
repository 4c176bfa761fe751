//! Names that are required and that no property has: nearly always a property that was renamed or forgotten.

use std::collections::BTreeSet;

use mcpward_json::Value;

use super::subschemas::subschemas;

/// Keywords that may give properties from elsewhere, so that `properties` alone does not tell.
const ELSEWHERE: [&str; 12] = [
    "$dynamicRef",
    "$ref",
    "allOf",
    "anyOf",
    "dependencies",
    "dependentSchemas",
    "else",
    "if",
    "oneOf",
    "patternProperties",
    "propertyNames",
    "then",
];

/// Each such name, with the pointer to its place under `required`. A schema without `properties` is only looked at where
/// it is the root, since `{"required": […]}` below `anyOf` is an idiom.
pub(crate) fn required_without_property(root: Value<'_>) -> Vec<(String, String)> {
    if !root.raw().contains("required") {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (pointer, schema) in subschemas(root) {
        let Some(required) = schema.get("required").filter(|required| required.is_array()) else {
            continue;
        };
        let properties = schema.get("properties").filter(|properties| properties.is_object());
        let is_open = schema
            .entries()
            .any(|(name, _)| ELSEWHERE.iter().any(|keyword| name.is_text(keyword)))
            || schema
                .get("additionalProperties")
                .is_some_and(|more| more.is_object() && more.n_children() > 0);
        if is_open || (properties.is_none() && !pointer.is_empty()) {
            continue;
        }
        let names: BTreeSet<_> = properties
            .into_iter()
            .flat_map(Value::entries)
            .filter_map(|(name, _)| name.as_str())
            .collect();
        for (idx, name) in required.items().enumerate() {
            if let Some(name) = name.as_str().filter(|name| !names.contains(name)) {
                found.push((format!("{pointer}/required/{idx}"), name.into_owned()));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    #[test]
    fn forgotten_properties_and_idioms() {
        for (text, found) in [
            (r#"{"properties":{"a":{}},"required":["a"]}"#, &[][..]),
            (r#"{"properties":{"a":{}},"required":["a","b"]}"#, &["/required/1"]),
            (r#"{"required":["b"]}"#, &["/required/0"]),
            (r#"{"properties":{"a":{}},"anyOf":[{"required":["a"]}]}"#, &[]),
            (
                r#"{"properties":{"a":{"properties":{},"required":["x"]}}}"#,
                &["/properties/a/required/0"],
            ),
            (r##"{"$ref":"#/$defs/a","required":["x"]}"##, &[]),
            (r#"{"additionalProperties":{"type":"string"},"required":["x"]}"#, &[]),
            (r#"{"properties":{},"required":"x"}"#, &[]),
        ] {
            let doc = Doc::parse(text, &Limits::default()).unwrap();
            let pointers: Vec<_> = super::required_without_property(doc.root())
                .into_iter()
                .map(|(at, _)| at)
                .collect();
            assert_eq!(pointers, found, "{text}");
        }
    }
}
