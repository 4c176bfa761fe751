//! Whether a value is an instance of a schema. Nothing is fetched, and patterns run on a linear engine.

use std::cell::OnceCell;

use jsonschema::{PatternOptions, Validator};
use mcpward_json::Value;

use super::dialect::{Dialect, Draft, dialect};
use super::narrow::{self, Breach};
use super::plain;
use crate::contract::beginning;
use crate::limits::{RECURSION_DEPTH_MAX, SCHEMA_PROBLEMS_MAX};

/// Where a value does not fit, sorted, at most [`SCHEMA_PROBLEMS_MAX`].
///
/// # Errors
/// Why that can't be said, as a sentence fragment.
pub(crate) fn misfits(schema: Value<'_>, instance: Value<'_>) -> Result<Vec<Breach>, String> {
    let instance = instance
        .to_serde(RECURSION_DEPTH_MAX)
        .ok_or("the value is nested too deep to validate")?;
    let validator = validator(schema)?;
    let mut found = narrow::breaches(validator.iter_errors(&instance));
    found.sort();
    found.dedup();
    found.truncate(SCHEMA_PROBLEMS_MAX);
    Ok(found)
}

/// Says which values a schema accepts. Building a validator is most of the work, so there is one for all values.
pub(crate) struct Acceptance<'s> {
    schema: Value<'s>,
    validator: OnceCell<Option<Validator>>,
}

impl<'s> Acceptance<'s> {
    pub(crate) fn by(schema: Value<'s>) -> Self {
        Self {
            schema,
            validator: OnceCell::new(),
        }
    }

    /// Whether the schema accepts a value; `false` also where that can't be said.
    pub(crate) fn of(&self, instance: &serde_json::Value) -> bool {
        let by_validator = || {
            let validator = self.validator.get_or_init(|| validator(self.schema).ok());
            validator.as_ref().is_some_and(|validator| validator.is_valid(instance))
        };
        plain::accepts(self.schema, instance, None).unwrap_or_else(by_validator)
    }
}

/// Whether a plain schema accepts a value, whatever the property `but` of it is; `false` where the schema is not plain.
pub(crate) fn accepts_but(schema: Value<'_>, instance: &serde_json::Value, but: &str) -> bool {
    plain::accepts(schema, instance, Some(but)) == Some(true)
}

/// The library's validator for a schema of any draft.
///
/// # Errors
/// Why there is none, as a sentence fragment.
pub(super) fn validator(schema: Value<'_>) -> Result<Validator, String> {
    let library = schema
        .to_serde(RECURSION_DEPTH_MAX)
        .ok_or("the schema is nested too deep to validate against")?;
    let draft = match dialect(schema) {
        Dialect::Named(draft) => draft,
        // Without a dialect that is known, MCP's default stands.
        Dialect::Unnamed | Dialect::Unknown => Draft::Draft202012,
    };
    let draft = match draft {
        Draft::Draft4 => jsonschema::Draft::Draft4,
        Draft::Draft6 => jsonschema::Draft::Draft6,
        Draft::Draft7 => jsonschema::Draft::Draft7,
        Draft::Draft201909 => jsonschema::Draft::Draft201909,
        Draft::Draft202012 => jsonschema::Draft::Draft202012,
    };
    jsonschema::options()
        .with_draft(draft)
        .with_pattern_options(PatternOptions::regex())
        .build(&library)
        .map_err(|error| {
            format!(
                "the schema can't be validated against: {}",
                beginning(&error.to_string())
            )
        })
}
