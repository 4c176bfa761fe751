//! Conditions on values: equality, or a map of matchers.

use regex::RegexBuilder;
use serde_json::Value;
use thiserror::Error;

/// Size of a compiled pattern of a configuration, in bytes: regex's own default, stated so that it can't drift.
const PATTERN_BYTES_MAX: usize = 10 << 20;

/// What a value must be.
#[derive(Debug, Clone)]
pub enum Condition {
    /// Equal in meaning: numbers by value, members in any order.
    Equals(Value),
    /// A text that the pattern is found in.
    Matches(Box<regex::Regex>),
    /// A text with this part, an array with this element, or an object with this member name.
    Contains(Value),
    /// Of this JSON type; `integer` is a number without fraction.
    Type(String),
    /// Of this length: code points, elements or members.
    Length(u64),
    /// A number of at least this.
    Gte(f64),
    /// There at all, or not.
    Exists(bool),
    /// What must not hold.
    Not(Box<Condition>),
    /// All of them.
    All(Vec<Condition>),
}

/// Why a configuration holds no condition.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConditionError {
    /// The operand has the wrong type.
    #[error("{matcher} takes {wanted}, not {found}")]
    Operand {
        /// Name of the matcher.
        matcher: &'static str,
        /// What it takes.
        wanted: &'static str,
        /// What stands there, as JSON.
        found: String,
    },
    /// The pattern does not compile.
    #[error("matches takes a regular expression, and {pattern:?} is none: {reason}")]
    Pattern {
        /// The pattern.
        pattern: String,
        /// What the compiler said.
        reason: String,
    },
}

/// How a value differs from its condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// What should be there, as a sentence fragment, e.g. `a text that contains "x"`.
    pub expected: String,
    /// What is there: the values found.
    pub actual: Vec<Value>,
}

impl Condition {
    /// Reads a condition: a map whose keys are all matchers, or a value to equal.
    ///
    /// # Errors
    /// [`ConditionError`] where a matcher has an operand that it can't use.
    pub fn parse(value: &Value) -> Result<Self, ConditionError> {
        let Value::Object(map) = value else {
            return Ok(Self::Equals(value.clone()));
        };
        if map.is_empty() || !map.keys().all(|key| MATCHERS.contains(&key.as_str())) {
            return Ok(Self::Equals(value.clone()));
        }
        let mut all = map
            .iter()
            .map(|(key, operand)| matcher(key, operand))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(if all.len() == 1 { all.remove(0) } else { Self::All(all) })
    }

    /// Whether the values found at a path fulfil the condition. Several values must all fulfil it; none fulfil only `exists: false`
    /// and `not`.
    ///
    /// # Errors
    /// [`Mismatch`] with what was expected and what is there.
    pub fn check(&self, found: &[&Value]) -> Result<(), Mismatch> {
        if self.holds(found) {
            return Ok(());
        }
        Err(Mismatch {
            expected: self.describe(),
            actual: found.iter().map(|&value| value.clone()).collect(),
        })
    }

    fn holds(&self, found: &[&Value]) -> bool {
        match self {
            Self::Exists(wanted) => found.is_empty() != *wanted,
            Self::Not(inner) => !inner.holds(found),
            Self::All(all) => all.iter().all(|condition| condition.holds(found)),
            _ => !found.is_empty() && found.iter().all(|value| self.holds_for(value)),
        }
    }

    fn holds_for(&self, value: &Value) -> bool {
        match self {
            Self::Equals(wanted) => same(value, wanted),
            Self::Matches(pattern) => value.as_str().is_some_and(|text| pattern.is_match(text)),
            Self::Contains(part) => contains(value, part),
            Self::Type(name) => is_type(value, name),
            Self::Length(wanted) => length(value) == Some(*wanted),
            Self::Gte(least) => value.as_f64().is_some_and(|number| number >= *least),
            Self::Exists(_) | Self::Not(_) | Self::All(_) => self.holds(&[value]),
        }
    }

    /// The condition as a sentence fragment.
    pub fn describe(&self) -> String {
        match self {
            Self::Equals(value) => value.to_string(),
            Self::Matches(pattern) => format!("a text that matches /{}/", pattern.as_str()),
            Self::Contains(part) => format!("something that contains {part}"),
            Self::Type(name) => format!("a value of type {name}"),
            Self::Length(length) => format!("a length of {length}"),
            Self::Gte(least) => format!("a number of at least {least}"),
            Self::Exists(true) => "a value".to_owned(),
            Self::Exists(false) => "no value".to_owned(),
            Self::Not(inner) => format!("not {}", inner.describe()),
            Self::All(all) => all.iter().map(Self::describe).collect::<Vec<_>>().join(" and "),
        }
    }
}

const MATCHERS: [&str; 8] = [
    "equals", "matches", "contains", "type", "length", "gte", "exists", "not",
];
const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];

fn matcher(key: &str, operand: &Value) -> Result<Condition, ConditionError> {
    let wrong = |matcher, wanted| ConditionError::Operand {
        matcher,
        wanted,
        found: operand.to_string(),
    };
    match key {
        "matches" => {
            let pattern = operand
                .as_str()
                .ok_or_else(|| wrong("matches", "a regular expression"))?;
            RegexBuilder::new(pattern)
                .size_limit(PATTERN_BYTES_MAX)
                .build()
                .map(|regex| Condition::Matches(Box::new(regex)))
                .map_err(|error| ConditionError::Pattern {
                    pattern: pattern.to_owned(),
                    reason: error.to_string(),
                })
        }
        "contains" => Ok(Condition::Contains(operand.clone())),
        "type" => match operand.as_str() {
            Some(name) if TYPES.contains(&name) => Ok(Condition::Type(name.to_owned())),
            _ => Err(wrong("type", "null, boolean, integer, number, string, array or object")),
        },
        "length" => operand
            .as_u64()
            .map(Condition::Length)
            .ok_or_else(|| wrong("length", "a whole number")),
        "gte" => operand
            .as_f64()
            .map(Condition::Gte)
            .ok_or_else(|| wrong("gte", "a number")),
        "exists" => operand
            .as_bool()
            .map(Condition::Exists)
            .ok_or_else(|| wrong("exists", "true or false")),
        "not" => Condition::parse(operand).map(|inner| Condition::Not(Box::new(inner))),
        _ => Ok(Condition::Equals(operand.clone())),
    }
}

/// Equality where `1` and `1.0` are one number.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

fn contains(value: &Value, part: &Value) -> bool {
    match (value, part) {
        (Value::String(text), Value::String(part)) => text.contains(part.as_str()),
        (Value::Array(items), part) => items.iter().any(|item| same(item, part)),
        (Value::Object(map), Value::String(name)) => map.contains_key(name),
        _ => false,
    }
}

fn is_type(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(number) => {
            name == "number" || name == "integer" && number.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    }
}

fn length(value: &Value) -> Option<u64> {
    let n = match value {
        Value::String(text) => text.chars().count(),
        Value::Array(items) => items.len(),
        Value::Object(map) => map.len(),
        _ => return None,
    };
    u64::try_from(n).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_matcher_holds_and_fails() {
        for (condition, holds, fails) in [
            (json!("a"), json!("a"), json!("b")),
            (json!({"x": 1}), json!({"x": 1.0}), json!({"x": 1, "y": 2})),
            (json!({"equals": {"not": 1}}), json!({"not": 1}), json!(1)),
            (json!({"matches": "^a+$"}), json!("aaa"), json!("ab")),
            (json!({"contains": "b"}), json!("abc"), json!("ac")),
            (json!({"contains": 2}), json!([1, 2.0]), json!([1])),
            (json!({"contains": "k"}), json!({"k": 1}), json!({"l": 1})),
            (json!({"type": "integer"}), json!(2.0), json!(2.5)),
            (json!({"length": 2}), json!("äö"), json!([1])),
            (json!({"gte": 2}), json!(2), json!(1.9)),
            (json!({"not": "a"}), json!("b"), json!("a")),
            (json!({"type": "string", "length": 1}), json!("a"), json!("ab")),
        ] {
            let parsed = Condition::parse(&condition).unwrap();
            assert_eq!(parsed.check(&[&holds]), Ok(()), "{condition} of {holds}");
            let mismatch = parsed.check(&[&fails]).unwrap_err();
            assert_eq!(mismatch.actual, std::slice::from_ref(&fails), "{condition} of {fails}");
        }
    }

    #[test]
    fn nothing_found_fulfils_only_absence() {
        for (condition, holds) in [
            (json!({"exists": false}), true),
            (json!({"exists": true}), false),
            (json!({"not": {"type": "null"}}), true),
            (json!(null), false),
        ] {
            assert_eq!(
                Condition::parse(&condition).unwrap().check(&[]).is_ok(),
                holds,
                "{condition}"
            );
        }
    }

    #[test]
    fn several_values_must_all_fulfil_it() {
        let positive = Condition::parse(&json!({"gte": 1})).unwrap();
        assert!(positive.check(&[&json!(1), &json!(2)]).is_ok());
        assert_eq!(
            positive.check(&[&json!(1), &json!(0)]).unwrap_err().expected,
            "a number of at least 1"
        );
    }

    #[test]
    fn wrong_operands_say_what_is_wanted() {
        for (condition, error) in [
            (
                json!({"type": "int"}),
                r#"type takes null, boolean, integer, number, string, array or object, not "int""#,
            ),
            (json!({"length": -1}), "length takes a whole number, not -1"),
            (json!({"exists": 1}), "exists takes true or false, not 1"),
            (json!({"not": {"gte": "x"}}), r#"gte takes a number, not "x""#),
        ] {
            assert_eq!(Condition::parse(&condition).unwrap_err().to_string(), error);
        }
        assert!(
            Condition::parse(&json!({"matches": "("}))
                .unwrap_err()
                .to_string()
                .starts_with("matches takes a regular expression")
        );
    }
}
