//! Schemas that allow less, the same, or more.

use serde_json::{Value, json};

use super::{BREAKS, NOTHING, REWRITTEN, WIDER, giving, said, server, standard, taking};

#[test]
fn whatever_narrows_a_schema_breaks() {
    let shared = |name: &str, of: Value| json!({ "type": "object", "properties": { "v": { "$ref": format!("#/{name}/A") } }, name: { "A": of } });
    let string = || json!({ "type": "string" });
    for (old, new) in [
        // Definitions that are shared, named in any of the ways, direct or not.
        (shared("$defs", string()), shared("$defs", json!({ "type": "number" }))),
        (
            shared("definitions", string()),
            shared("definitions", json!({ "type": "number" })),
        ),
        (
            json!({ "type": "object", "properties": { "v": { "$ref": "#/$defs/A" } }, "$defs": { "A": { "items": { "$ref": "#/$defs/B" } }, "B": { "maximum": 9 } } }),
            json!({ "type": "object", "properties": { "v": { "$ref": "#/$defs/A" } }, "$defs": { "A": { "items": { "$ref": "#/$defs/B" } }, "B": { "maximum": 8 } } }),
        ),
        (
            json!({ "type": "object", "properties": { "v": { "$ref": "#leaf" } }, "$defs": { "A": { "$anchor": "leaf", "type": ["string", "null"] } } }),
            json!({ "type": "object", "properties": { "v": { "$ref": "#leaf" } }, "$defs": { "A": { "$anchor": "leaf", "type": "string" } } }),
        ),
        // A tree that refers to itself.
        (
            shared(
                "$defs",
                json!({ "type": "object", "properties": { "n": { "type": "number" }, "next": { "$ref": "#/$defs/A" } } }),
            ),
            shared(
                "$defs",
                json!({ "type": "object", "properties": { "n": { "type": "integer" }, "next": { "$ref": "#/$defs/A" } } }),
            ),
        ),
        // Keywords of every kind.
        (
            json!({ "type": "object", "patternProperties": { "^x": {} } }),
            json!({ "type": "object", "patternProperties": { "^x": { "type": "string" } } }),
        ),
        (
            json!({ "type": "object", "additionalProperties": true }),
            json!({ "type": "object", "additionalProperties": true, "propertyNames": { "maxLength": 3 } }),
        ),
        (
            json!({ "type": "integer" }),
            json!({ "type": "integer", "not": { "const": 7 } }),
        ),
        (
            json!({ "type": "object", "properties": { "a": { "type": "boolean" }, "b": { "type": "integer" } } }),
            json!({ "type": "object", "properties": { "a": { "type": "boolean" }, "b": { "type": "integer" } }, "if": { "properties": { "a": { "const": true } }, "required": ["a"] }, "then": { "required": ["b"] } }),
        ),
        (
            json!({ "type": "object", "properties": { "a": {}, "b": {} } }),
            json!({ "type": "object", "properties": { "a": {}, "b": {} }, "dependentRequired": { "a": ["b"] } }),
        ),
        (
            json!({ "type": "object", "properties": { "a": {}, "b": {} } }),
            json!({ "type": "object", "properties": { "a": {}, "b": {} }, "dependentSchemas": { "a": { "properties": { "b": { "type": "null" } } } } }),
        ),
        (
            json!({ "type": "array" }),
            json!({ "type": "array", "prefixItems": [{ "type": "string" }] }),
        ),
        (
            json!({ "type": "array" }),
            json!({ "type": "array", "contains": { "const": 1 } }),
        ),
        (
            json!({ "type": "array", "contains": { "const": 1 } }),
            json!({ "type": "array", "contains": { "const": 1 }, "maxContains": 1 }),
        ),
        (
            json!({ "type": "array" }),
            json!({ "type": "array", "uniqueItems": true }),
        ),
        (
            json!({ "type": "array", "prefixItems": [{}] }),
            json!({ "type": "array", "prefixItems": [{}], "items": false }),
        ),
        (
            json!({ "type": "array", "prefixItems": [{}] }),
            json!({ "type": "array", "prefixItems": [{}], "unevaluatedItems": false }),
        ),
        // Values, bounds and patterns, and what is nested.
        (json!({ "enum": ["a", "b"] }), json!({ "enum": ["a"] })),
        (
            json!({ "type": "integer", "maximum": 9 }),
            json!({ "type": "integer", "maximum": 8 }),
        ),
        (
            json!({ "type": "string" }),
            json!({ "type": "string", "pattern": "^a" }),
        ),
        (json!({ "type": "string" }), json!({ "type": "string", "minLength": 1 })),
        (
            json!({ "type": "integer" }),
            json!({ "type": "integer", "multipleOf": 2 }),
        ),
        (json!({ "type": ["string", "null"] }), json!({ "type": "string" })),
        (
            json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }),
            json!({ "anyOf": [{ "type": "string" }] }),
        ),
        // A branch that overlaps makes values match twice.
        (
            json!({ "oneOf": [{ "type": "integer" }] }),
            json!({ "oneOf": [{ "type": "integer" }, { "type": "number" }] }),
        ),
        (
            json!({ "type": "object", "properties": { "v": { "type": "object", "properties": { "w": { "type": "string" } } } } }),
            json!({ "type": "object", "properties": { "v": { "type": "object", "properties": { "w": { "type": "string" } }, "required": ["w"] } } }),
        ),
        (
            json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] }),
            json!({ "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "string" } }, "required": ["a", "b"] }),
        ),
    ] {
        assert_eq!(
            said(&taking(&old), &taking(&new), &standard()),
            BREAKS,
            "{old}\n→ {new}"
        );
    }
}

#[test]
fn results_are_read_the_other_way_round() {
    const BREAKS: &[&str] = &["fail breaking_schema_change /outputSchema"];
    const NARROWER: &[&str] = &["note nonbreaking_schema_change /outputSchema"];
    for (old, new) in [
        (json!({ "enum": ["a"] }), json!({ "enum": ["a", "b"] })),
        (json!({ "const": 1 }), json!({ "enum": [1, 2] })),
        (json!({ "type": "string" }), json!({ "type": ["string", "null"] })),
        (json!({ "type": "integer" }), json!({ "type": "number" })),
        (json!({ "maximum": 8 }), json!({ "maximum": 9 })),
        (json!({ "type": "string", "maxLength": 4 }), json!({ "type": "string" })),
        (
            json!({ "anyOf": [{ "type": "string" }] }),
            json!({ "anyOf": [{ "type": "string" }, { "type": "array" }] }),
        ),
        (
            json!({ "type": "object", "properties": { "v": {} }, "required": ["v"] }),
            json!({ "type": "object", "properties": { "v": {} } }),
        ),
        (
            json!({ "type": "object", "properties": { "v": { "$ref": "#/$defs/A" } }, "$defs": { "A": { "enum": [1] } } }),
            json!({ "type": "object", "properties": { "v": { "$ref": "#/$defs/A" } }, "$defs": { "A": { "enum": [1, 2] } } }),
        ),
    ] {
        assert_eq!(
            said(&giving(&old), &giving(&new), &standard()),
            BREAKS,
            "{old}\n→ {new}"
        );
        assert_eq!(
            said(&giving(&new), &giving(&old), &standard()),
            NARROWER,
            "{new}\n→ {old}"
        );
    }
    let schema = json!({ "type": "string" });
    assert_eq!(
        said(&giving(&schema), &server(&json!({})), &standard()),
        ["fail breaking_schema_change /outputSchema"],
        "readers lose the promise"
    );
    assert_eq!(said(&server(&json!({})), &giving(&schema), &standard()), NARROWER);
}

#[test]
fn what_means_the_same_is_one_quiet_line_at_most() {
    for (old, new, expected) in [
        (
            json!({ "type": ["string", "null"] }),
            json!({ "type": ["null", "string"] }),
            NOTHING,
        ),
        (json!({ "enum": ["a", "b"] }), json!({ "enum": ["b", "a"] }), NOTHING),
        (json!({ "maximum": 1.0 }), json!({ "maximum": 1 }), NOTHING),
        (json!({ "type": ["string"] }), json!({ "type": "string" }), NOTHING),
        (json!({ "const": "a" }), json!({ "enum": ["a"] }), REWRITTEN),
        (
            json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }),
            json!({ "anyOf": [{ "type": "null" }, { "type": "string", "title": "V" }] }),
            REWRITTEN,
        ),
        (
            json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }),
            json!({ "type": ["string", "null"] }),
            REWRITTEN,
        ),
        (
            json!({ "type": "integer", "exclusiveMinimum": 0 }),
            json!({ "type": "integer", "minimum": 1 }),
            REWRITTEN,
        ),
        (
            json!({ "type": "integer", "maximum": 9 }),
            json!({ "type": "integer", "exclusiveMaximum": 10 }),
            REWRITTEN,
        ),
        (
            json!({ "type": "object", "properties": { "v": { "type": "string" } } }),
            json!({ "type": "object", "properties": { "v": { "$ref": "#/$defs/A" } }, "$defs": { "A": { "type": "string" } } }),
            REWRITTEN,
        ),
        (
            json!({ "type": "object", "properties": { "v": { "$ref": "#/definitions/A" } }, "definitions": { "A": { "type": "string" } } }),
            json!({ "type": "object", "properties": { "v": { "$ref": "#/$defs/B" } }, "$defs": { "B": { "type": "string" } } }),
            REWRITTEN,
        ),
        (
            json!({ "type": "object", "properties": { "v": { "type": "string", "if": { "minLength": 2 } } } }),
            json!({ "type": "object", "properties": { "v": { "type": "string" } } }),
            REWRITTEN,
        ),
        (
            json!({ "allOf": [{ "type": "string" }, { "maxLength": 3 }] }),
            json!({ "type": "string", "maxLength": 3 }),
            REWRITTEN,
        ),
        // `format` says nothing about validity in 2020-12.
        (
            json!({ "type": "string" }),
            json!({ "type": "string", "format": "uri" }),
            REWRITTEN,
        ),
    ] {
        assert_eq!(
            said(&taking(&old), &taking(&new), &standard()),
            expected,
            "{old}\n→ {new}"
        );
    }
}

#[test]
fn what_only_widens_passes() {
    for (old, new) in [
        (json!({ "type": "integer" }), json!({ "type": "number" })),
        (json!({ "type": "string" }), json!({ "type": ["string", "null"] })),
        (
            json!({ "anyOf": [{ "type": "string" }] }),
            json!({ "anyOf": [{ "type": "null" }, { "type": "string" }] }),
        ),
        (
            json!({ "type": "string" }),
            json!({ "anyOf": [{ "type": "string" }, { "type": "array" }] }),
        ),
        (
            json!({ "type": "integer", "multipleOf": 4 }),
            json!({ "type": "integer", "multipleOf": 2 }),
        ),
        (
            json!({ "type": "string", "pattern": "^a{2}$" }),
            json!({ "type": "string", "pattern": "^a+$" }),
        ),
        (
            json!({ "type": "string", "pattern": "^a" }),
            json!({ "type": "string" }),
        ),
        (json!({ "enum": ["a"] }), json!({ "enum": ["b", "a"] })),
        (json!({ "const": "a" }), json!({ "enum": ["b", "a"] })),
        (
            json!({ "type": "integer", "minimum": 1 }),
            json!({ "type": "integer", "minimum": 0 }),
        ),
        (
            json!({ "type": "object", "properties": { "a": {} }, "required": ["a"] }),
            json!({ "type": "object", "properties": { "a": {}, "b": { "type": "string" } } }),
        ),
    ] {
        assert_eq!(said(&taking(&old), &taking(&new), &standard()), WIDER, "{old}\n→ {new}");
    }
}

#[test]
fn a_tool_without_arguments_schema_is_no_wider_one() {
    let with = taking(&json!({ "type": "string" }));
    let mut without = with.clone();
    without["pages"]["tools"][0][0]
        .as_object_mut()
        .unwrap()
        .remove("inputSchema");
    assert_eq!(
        said(&with, &without, &standard()),
        ["fail schema_change_unproven /inputSchema"]
    );
    let mut null = with.clone();
    null["pages"]["tools"][0][0]["inputSchema"] = json!(null);
    assert_eq!(
        said(&with, &null, &standard()),
        ["fail schema_change_unproven /inputSchema"]
    );
}

#[test]
fn a_header_that_clients_mirror_is_no_mere_note() {
    let at = |member: &str| taking(&json!({ "type": "string", member: "Region" }));
    let plain = taking(&json!({ "type": "string" }));
    for (old, new, expected) in [
        (
            &plain,
            &at("x-mcp-header"),
            "warn meta_changed /inputSchema/properties/v/x-mcp-header",
        ),
        (
            &at("x-mcp-header"),
            &plain,
            "warn meta_changed /inputSchema/properties/v/x-mcp-header",
        ),
        (
            &plain,
            &at("x-order"),
            "note meta_changed /inputSchema/properties/v/x-order",
        ),
    ] {
        assert_eq!(said(old, new, &standard()), [expected]);
    }
}
