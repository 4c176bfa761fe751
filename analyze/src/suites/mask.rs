//! Masks: what a golden leaves out, since it differs from run to run.

use regex::Regex;
use serde_json::Value;

use super::path::{Path, PathError};

/// Stands where something was left out.
const MASKED: &str = "[masked]";

/// RFC 9562 text form.
const UUID: &str = r"(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b";

/// RFC 3339, also with a space for the `T` and without zone.
const TIMESTAMP: &str = r"\b\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:[Zz]|[+-]\d{2}:?\d{2})?";

/// One mask.
#[derive(Debug, Clone)]
pub enum Mask {
    /// Every value at the path.
    At(Path),
    /// Every part of a text that looks like this.
    Pattern(Box<Regex>),
}

impl Mask {
    /// Reads a mask: `uuid`, `timestamp`, or a JSONPath.
    ///
    /// # Errors
    /// [`PathError`] where it is none of them.
    pub fn parse(mask: &str) -> Result<Self, PathError> {
        let pattern = match mask {
            "uuid" => UUID,
            "timestamp" => TIMESTAMP,
            path => return Path::parse(path).map(Self::At),
        };
        Ok(Self::Pattern(Box::new(
            Regex::new(pattern).expect("the patterns of this file compile"),
        )))
    }

    /// Puts `[masked]` where the mask applies.
    pub fn apply(&self, value: &mut Value) {
        match self {
            Self::At(path) => {
                for pointer in path.locate(value) {
                    if let Some(found) = value.pointer_mut(&pointer) {
                        *found = Value::from(MASKED);
                    }
                }
            }
            Self::Pattern(pattern) => apply_to_texts(pattern, value),
        }
    }
}

/// Recursive: results come through `serde_json`, which bounds nesting at 128 levels.
fn apply_to_texts(pattern: &Regex, value: &mut Value) {
    match value {
        Value::String(text) => *text = pattern.replace_all(text, MASKED).into_owned(),
        Value::Array(items) => items.iter_mut().for_each(|item| apply_to_texts(pattern, item)),
        Value::Object(map) => map.values_mut().for_each(|value| apply_to_texts(pattern, value)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn masked(masks: &[&str], mut value: Value) -> Value {
        for mask in masks {
            Mask::parse(mask).unwrap().apply(&mut value);
        }
        value
    }

    #[test]
    fn masks_hide_what_they_name_and_nothing_else() {
        let value = json!({
            "updated_at": 17,
            "text": "made 2026-01-02T03:04:05.6Z by 123e4567-E89b-12d3-a456-426614174000, version 2026-01-02",
            "items": [{"id": 1, "n": 1}, {"id": 2, "n": 2}],
        });
        assert_eq!(
            masked(&["$.updated_at", "uuid", "timestamp", "$.items[*].id"], value),
            json!({
                "updated_at": "[masked]",
                "text": "made [masked] by [masked], version 2026-01-02",
                "items": [{"id": "[masked]", "n": 1}, {"id": "[masked]", "n": 2}],
            })
        );
        assert!(Mask::parse("uuids").is_err());
    }
}
