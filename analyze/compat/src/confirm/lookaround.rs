//! Patterns with lookarounds for a validator whose engine has none.
//!
//! The instance is known, so its few texts are too: such a pattern is replaced by the alternation of those texts of the
//! instance in which our own matcher finds it. Everything else is judged by the validator as it stands.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::regex::{found_in, is_irregular};

/// A pattern that is found nowhere.
const NOWHERE: &str = "a^b";

/// Whether some pattern of the schema is irregular.
pub(super) fn occurs(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.iter().any(|(name, value)| match (name.as_str(), value) {
            ("pattern", Value::String(pattern)) => is_irregular(pattern),
            ("patternProperties", Value::Object(map)) => map
                .iter()
                .any(|(pattern, value)| is_irregular(pattern) || occurs(value)),
            _ => occurs(value),
        }),
        Value::Array(items) => items.iter().any(occurs),
        _ => false,
    }
}

/// The schema with irregular patterns replaced by what they match in the instance.
pub(super) fn written_out(schema: &Value, instance: &Value) -> Option<Value> {
    let mut texts = BTreeSet::new();
    collect(instance, &mut texts);
    rewrite(schema, &texts)
}

fn collect(value: &Value, texts: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            texts.insert(text.clone());
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        Value::Object(members) => {
            for (name, value) in members {
                texts.insert(name.clone());
                collect(value, texts);
            }
        }
        _ => {}
    }
}

fn rewrite(schema: &Value, texts: &BTreeSet<String>) -> Option<Value> {
    Some(match schema {
        Value::Object(members) => {
            let mut rewritten = serde_json::Map::new();
            for (name, value) in members {
                let value = match (name.as_str(), value) {
                    ("pattern", Value::String(pattern)) => Value::String(plain(pattern, texts)?),
                    ("patternProperties", Value::Object(map)) => {
                        let mut plain_map = serde_json::Map::new();
                        for (pattern, value) in map {
                            let mut key = plain(pattern, texts)?;
                            // Two patterns may match the same texts; empty groups keep their keys apart.
                            while plain_map.contains_key(&key) {
                                key.push_str("(?:)");
                            }
                            plain_map.insert(key, rewrite(value, texts)?);
                        }
                        Value::Object(plain_map)
                    }
                    _ => rewrite(value, texts)?,
                };
                rewritten.insert(name.clone(), value);
            }
            Value::Object(rewritten)
        }
        Value::Array(items) => items
            .iter()
            .map(|item| rewrite(item, texts))
            .collect::<Option<Vec<_>>>()?
            .into(),
        other => other.clone(),
    })
}

/// The pattern itself where it is regular.
fn plain(pattern: &str, texts: &BTreeSet<String>) -> Option<String> {
    if !is_irregular(pattern) {
        return Some(pattern.to_owned());
    }
    let mut found = Vec::new();
    for text in texts {
        if found_in(pattern, text)? {
            found.push(escape(text));
        }
    }
    Some(if found.is_empty() {
        NOWHERE.to_owned()
    } else {
        format!("^(?:{})$", found.join("|"))
    })
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if "^$\\.*+?()[]{}|/".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{occurs, written_out};

    #[test]
    fn patterns_become_the_texts_they_match() {
        let schema = json!({"pattern": "^(?!x)", "patternProperties": {"a": {}, "^(?=b)": true, "^(?=bb)": false}});
        assert!(occurs(&schema));
        let plain = written_out(&schema, &json!({"b.": "x"})).unwrap();
        assert_eq!(
            plain,
            json!({"pattern": "^(?:b\\.)$", "patternProperties": {"a": {}, "^(?:b\\.)$": true, "a^b": false}})
        );
    }
}
