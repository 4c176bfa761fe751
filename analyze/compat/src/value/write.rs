//! Writing values of the arena for other libraries.

use std::str::FromStr;

use super::{Json, Rational, ValueId, Values, decimal_text, parse_decimal};

impl Values {
    /// The value for `serde_json`; recursive, so only for values whose depth the caller has checked.
    ///
    /// Numbers are those of floating point there: one between two of them becomes the nearer one, one beyond them the last.
    /// What must be exact goes through [`Values::to_serde_exact`].
    pub(crate) fn to_serde(&self, id: ValueId) -> serde_json::Value {
        match self.get(id) {
            Json::Null => serde_json::Value::Null,
            Json::Bool(value) => serde_json::Value::Bool(*value),
            Json::Number(value) => number(&decimal_text(value).unwrap_or_else(|| String::from("0"))),
            Json::Odd(text) => number(text),
            Json::String(text) => serde_json::Value::String(text.to_string()),
            Json::Array(items) => items.iter().map(|&item| self.to_serde(item)).collect(),
            Json::Object(members) => {
                let mut members: Vec<_> = members
                    .iter()
                    .map(|&(name, value)| {
                        (
                            self.as_str(name).map_or(String::new(), |text| text.to_string()),
                            self.to_serde(value),
                        )
                    })
                    .collect();
                members.sort_by(|a, b| a.0.cmp(&b.0));
                serde_json::Value::Object(members.into_iter().collect())
            }
        }
    }

    /// The same, where every number keeps its value.
    pub(crate) fn to_serde_exact(&self, id: ValueId) -> Option<serde_json::Value> {
        self.is_writable(id).then(|| self.to_serde(id))
    }

    /// Whether every number comes back as what it is; as recursive as writing.
    fn is_writable(&self, id: ValueId) -> bool {
        match self.get(id) {
            Json::Number(value) => comes_back(value),
            Json::Odd(_) => false,
            Json::Array(items) => items.iter().all(|&item| self.is_writable(item)),
            Json::Object(members) => members.iter().all(|&(_, member)| self.is_writable(member)),
            Json::Null | Json::Bool(_) | Json::String(_) => true,
        }
    }
}

fn comes_back(value: &Rational) -> bool {
    decimal_text(value).is_some_and(|text| {
        text.parse::<i64>().is_ok() || parse_decimal(&number(&text).to_string()).as_ref() == Some(value)
    })
}

fn number(text: &str) -> serde_json::Value {
    if let Ok(number) = serde_json::Number::from_str(text) {
        return serde_json::Value::Number(number);
    }
    // Beyond floating point.
    let last = if text.starts_with('-') { f64::MIN } else { f64::MAX };
    last.into()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Values;

    #[test]
    fn numbers_come_back_or_are_refused() {
        let mut values = Values::new();
        for (text, nearest, is_exact) in [
            ("[0.1,1e300]", json!([0.1, 1e300]), true),
            ("18446744073709551615", json!(u64::MAX), true),
            ("12345678901234567890123", json!(1.234_567_890_123_456_8e22), false),
            ("-1e400", json!(f64::MIN), false),
            ("[1e9999]", json!([f64::MAX]), false),
        ] {
            let doc = mcpward_json::Doc::parse(text, &mcpward_json::Limits::default()).unwrap();
            let id = values.read(doc.root());
            assert_eq!(values.to_serde(id), nearest, "{text}");
            assert_eq!(values.to_serde_exact(id).is_some(), is_exact, "{text}");
        }
    }
}
