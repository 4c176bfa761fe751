//! Arguments that a tool's schema accepts, as few as possible.

use mcpward_compat::{Options, Satisfiable, satisfiable};
use mcpward_json::{Kind, Value};
use serde_json::{Map, json};

use crate::limits::RECURSION_DEPTH_MAX;
use crate::validity;

/// Minimal arguments: the required parameters, each with its default, constant, first enum value, first example or the
/// simplest value of its type, as a person would call the tool. Where the schema refuses these, because of a pattern or of
/// what it says elsewhere, what the schema engine finds. `None` where neither is accepted.
pub fn arguments_of(schema: Value<'_>) -> Option<Map<String, serde_json::Value>> {
    let accepted = validity::Acceptance::by(schema);
    let simple = value_of(schema, schema, 0).filter(|made| accepted.of(made));
    let found = || {
        // Arguments are an object, whatever the schema says.
        let options = Options {
            root_object: true,
            ..Options::default()
        };
        match satisfiable(schema, &options) {
            Satisfiable::Yes(found) => Some(found).filter(|found| accepted.of(found)),
            Satisfiable::No | Satisfiable::Unknown(_) => None,
        }
    };
    match simple.filter(serde_json::Value::is_object).or_else(found)? {
        serde_json::Value::Object(arguments) => Some(arguments),
        _ => None,
    }
}

/// Arguments that a tool's schema accepts but for one parameter, whose value does not matter; it is among them where it is
/// required.
pub(super) fn arguments_but(schema: Value<'_>, name: &str) -> Option<Map<String, serde_json::Value>> {
    let made = value_of(schema, schema, 0).filter(serde_json::Value::is_object);
    match made.filter(|made| validity::accepts_but(schema, made, name)) {
        Some(serde_json::Value::Object(arguments)) => Some(arguments),
        _ => arguments_of(schema),
    }
}

/// Deepest nesting of made values: past it a schema most likely refers to itself.
const DEPTH_MAX: usize = 12;

fn value_of(root: Value<'_>, schema: Value<'_>, depth: usize) -> Option<serde_json::Value> {
    if depth > DEPTH_MAX {
        return None;
    }
    let given = ["const", "default"].into_iter().find_map(|key| schema.get(key));
    let listed = || ["enum", "examples"].into_iter().find_map(|key| schema.get(key)?.at(0));
    if let Some(value) = given.or_else(listed) {
        return value.to_serde(RECURSION_DEPTH_MAX);
    }
    if let Some(target) = schema.get("$ref") {
        let pointer = target.as_str()?;
        return value_of(root, root.pointer(pointer.strip_prefix('#')?)?, depth + 1);
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(branch) = schema.get(key).and_then(|branches| branches.at(0)) {
            return value_of(root, branch, depth + 1);
        }
    }
    let word = schema.get("type").and_then(|word| match word.kind() {
        Kind::Array => word.at(0),
        _ => Some(word),
    });
    let word = word.and_then(Value::as_str);
    match word.as_deref() {
        Some("string") => Some(text_of(schema).into()),
        Some("number" | "integer") => number_of(schema),
        Some("boolean") => Some(json!(false)),
        Some("null") => Some(json!(null)),
        Some("array") => {
            let n_items = schema.get("minItems").and_then(Value::as_i64).unwrap_or(0).clamp(0, 8);
            let item = || {
                schema
                    .get("items")
                    .map_or(Some(json!("x")), |items| value_of(root, items, depth + 1))
            };
            (0..n_items).map(|_| item()).collect::<Option<Vec<_>>>().map(Into::into)
        }
        Some("object") | None => {
            let mut made = Map::new();
            for name in schema.get("required").into_iter().flat_map(Value::items) {
                let name = name.as_str()?;
                let property = schema.get("properties").and_then(|properties| properties.get(&name));
                let value = property.map_or(Some(json!("x")), |property| value_of(root, property, depth + 1))?;
                made.insert(name.into_owned(), value);
            }
            Some(made.into())
        }
        Some(_) => None,
    }
}

fn text_of(schema: Value<'_>) -> String {
    let format = schema.get("format").and_then(Value::as_str);
    let text = match format.as_deref() {
        Some("date") => "2026-01-01",
        Some("date-time") => "2026-01-01T00:00:00Z",
        Some("time") => "00:00:00Z",
        Some("email") => "a@example.com",
        Some("uri" | "url") => "https://example.com/",
        Some("uuid") => "00000000-0000-4000-8000-000000000000",
        Some("ipv4") => "192.0.2.1",
        Some("ipv6") => "2001:db8::1",
        Some("hostname") => "example.com",
        _ => "x",
    };
    let length = schema
        .get("minLength")
        .and_then(Value::as_i64)
        .unwrap_or(0)
        .clamp(0, 4_096);
    let missing = usize::try_from(length).unwrap_or(0).saturating_sub(text.len());
    text.to_owned() + &"x".repeat(missing)
}

fn number_of(schema: Value<'_>) -> Option<serde_json::Value> {
    let bound = |key: &str| schema.get(key).and_then(Value::as_i64);
    if let Some(least) = bound("minimum").or_else(|| bound("exclusiveMinimum").map(|least| least.saturating_add(1))) {
        return Some(json!(least.max(0).max(least)));
    }
    let most = bound("maximum").or_else(|| bound("exclusiveMaximum").map(|most| most.saturating_sub(1)));
    Some(json!(most.unwrap_or(1).min(1)))
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::*;

    fn made(schema: &serde_json::Value) -> Option<serde_json::Value> {
        let doc = Doc::parse(schema.to_string(), &Limits::default()).unwrap();
        arguments_of(doc.root()).map(Into::into)
    }

    #[test]
    fn only_what_is_required_and_as_simple_as_can_be() {
        let schema = json!({
            "type": "object",
            "properties": {
                "path": { "type": "string" }, "n": { "type": "integer", "minimum": 3 }, "mode": { "enum": ["a", "b"] },
                "when": { "type": "string", "format": "date" }, "who": { "$ref": "#/$defs/person" },
                "tags": { "type": "array", "items": { "type": "string" }, "minItems": 2 },
                "maybe": { "anyOf": [{ "type": "null" }, { "type": "string" }] }, "extra": { "type": "string" },
            },
            "required": ["path", "n", "mode", "when", "who", "tags", "maybe"],
            "$defs": { "person": { "type": "object", "properties": { "name": { "type": ["string", "null"] } }, "required": ["name"] } },
        });
        let expected = json!({
            "path": "x", "n": 3, "mode": "a", "when": "2026-01-01", "who": { "name": "x" }, "tags": ["x", "x"], "maybe": null,
        });
        assert_eq!(made(&schema), Some(expected));
        assert_eq!(made(&json!({})), Some(json!({})));
    }

    #[test]
    fn what_takes_more_than_simple_values_is_searched() {
        let pattern = json!({ "type": "object", "properties": { "a": { "type": "string", "pattern": "^[0-9]{4}$" } }, "required": ["a"] });
        let found = made(&pattern).unwrap();
        assert!(
            found["a"]
                .as_str()
                .is_some_and(|text| text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit()))
        );
        let either =
            json!({ "type": "object", "properties": { "a": { "const": 7 } }, "anyOf": [{ "required": ["a"] }] });
        assert_eq!(made(&either), Some(json!({ "a": 7 })));
    }

    #[test]
    fn what_the_schema_refuses_is_not_sent() {
        let endless = json!({ "type": "object", "properties": { "a": { "$ref": "#" } }, "required": ["a"] });
        assert_eq!(made(&endless), None);
        assert_eq!(made(&json!({ "type": "string" })), None);
    }
}
