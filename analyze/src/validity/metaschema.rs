//! Whether a schema obeys the metaschema of its draft.

use jsonschema::meta::MetaValidator;
use mcpward_json::Value;

use super::dialect::Draft;
use super::narrow::{self, Breach};
use super::plain_schema;
use crate::contract::beginning;
use crate::limits::RECURSION_DEPTH_MAX;

/// All breaches, sorted; `None` where the schema is nested too deep for a validator that recurses.
pub(crate) fn breaches(schema: Value<'_>, draft: Draft) -> Option<Vec<Breach>> {
    if plain_schema::obeys(schema, draft) {
        return Some(Vec::new());
    }
    let instance = schema.to_serde(RECURSION_DEPTH_MAX)?;
    let validator = validator(draft);
    if validator.is_valid(&instance) {
        return Some(Vec::new());
    }
    let mut found = narrow::breaches(validator.iter_errors(&instance));
    for breach in &mut found {
        if let Some(value) = no_type(&instance, &breach.pointer) {
            breach.message = format!("{} is not a type", beginning(&value));
        }
    }
    found.sort();
    found.dedup();
    Some(found)
}

/// The value of the keyword `type` at a place, where it is that. What a validator says of it, which is broken most often,
/// is true and no help.
fn no_type(schema: &serde_json::Value, pointer: &str) -> Option<String> {
    let parent = pointer.rsplit('/').nth(1).unwrap_or_default();
    let is_property = ["properties", "$defs", "definitions", "patternProperties"].contains(&parent);
    let is_keyword = pointer.ends_with("/type") && !is_property;
    schema.pointer(pointer).filter(|_| is_keyword).map(ToString::to_string)
}

/// Whether a schema obeys the metaschema of a draft.
pub(crate) fn is_valid(schema: Value<'_>, draft: Draft) -> bool {
    let is_valid = |instance| validator(draft).is_valid(&instance);
    plain_schema::obeys(schema, draft) || schema.to_serde(RECURSION_DEPTH_MAX).is_some_and(is_valid)
}

/// Builds the validators of the two drafts that servers use ahead of time.
pub(crate) fn prepare() {
    for draft in [Draft::Draft202012, Draft::Draft7] {
        drop(validator(draft));
    }
}

pub(super) fn validator(draft: Draft) -> MetaValidator<'static> {
    match draft {
        Draft::Draft4 => jsonschema::draft4::meta::validator(),
        Draft::Draft6 => jsonschema::draft6::meta::validator(),
        Draft::Draft7 => jsonschema::draft7::meta::validator(),
        Draft::Draft201909 => jsonschema::draft201909::meta::validator(),
        Draft::Draft202012 => jsonschema::draft202012::meta::validator(),
    }
}
