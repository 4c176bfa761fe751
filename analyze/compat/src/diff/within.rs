//! The rows of keywords that hold schemas, by what a change below does to the schema held.

use super::rows::{Tendency, tendency};

/// Ids where the schema held gets narrower, wider, or changes otherwise.
pub(super) type Holder = [&'static str; 3];

/// The holder that a keyword is.
pub(super) fn holder(keyword: &str) -> Option<Holder> {
    Some(match keyword {
        "items" => ["items.narrowed", "items.widened", "items.changed"],
        "prefixItems" => ["prefixItems.narrowed", "prefixItems.widened", "prefixItems.changed"],
        "additionalItems" => [
            "additionalItems.narrowed",
            "additionalItems.widened",
            "additionalItems.changed",
        ],
        "contains" => ["contains.narrowed", "contains.widened", "contains.changed"],
        "unevaluatedItems" => [
            "unevaluatedItems.narrowed",
            "unevaluatedItems.loosened",
            "unevaluatedItems.changed",
        ],
        "properties" => [
            "property.schema_narrowed",
            "property.schema_widened",
            "property.schema_changed",
        ],
        "patternProperties" => [
            "patternProperties.schema_narrowed",
            "patternProperties.schema_widened",
            "patternProperties.schema_changed",
        ],
        "additionalProperties" => [
            "additionalProperties.schema_narrowed",
            "additionalProperties.schema_widened",
            "additionalProperties.schema_changed",
        ],
        "propertyNames" => [
            "propertyNames.narrowed",
            "propertyNames.widened",
            "propertyNames.changed",
        ],
        "unevaluatedProperties" => [
            "unevaluatedProperties.narrowed",
            "unevaluatedProperties.loosened",
            "unevaluatedProperties.changed",
        ],
        "dependentSchemas" | "dependencies" => [
            "dependentSchemas.narrowed",
            "dependentSchemas.widened",
            "dependentSchemas.changed",
        ],
        "anyOf" => ["anyOf.branch_changed"; 3],
        "oneOf" => ["oneOf.branch_narrowed", "oneOf.branch_widened", "oneOf.branch_changed"],
        "allOf" => ["allOf.branch_changed"; 3],
        "not" => ["not.narrowed", "not.widened", "not.changed"],
        "if" => ["if.condition_changed"; 3],
        "then" => ["then.narrowed", "then.widened", "then.changed"],
        "else" => ["else.narrowed", "else.widened", "else.changed"],
        "$defs" | "definitions" => ["ref.target_changed"; 3],
        "contentSchema" => ["content.changed"; 3],
        _ => return None,
    })
}

/// A definition that refers to itself.
pub(super) const RECURSIVE: Holder = ["ref.recursive_narrowed", "ref.recursive_widened", "ref.target_changed"];

/// What a change of that id does to its holder; nothing where it asserts nothing.
pub(super) fn within(holder: Option<Holder>, id: &str) -> Option<&'static str> {
    let [narrowed, widened, changed] = holder?;
    match tendency(id) {
        Tendency::Narrows => Some(narrowed),
        Tendency::Widens => Some(widened),
        Tendency::Open => Some(changed),
        Tendency::Rewrites | Tendency::Notes => None,
    }
}
