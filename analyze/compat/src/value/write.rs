//! Writing values of the arena for other libraries.

use std::str::FromStr;

use super::{Json, ValueId, Values, decimal_text};

impl Values {
    /// The value for `serde_json`; recursive, so only for values whose depth the caller has checked.
    pub(crate) fn to_serde(&self, id: ValueId) -> serde_json::Value {
        match self.get(id) {
            Json::Null => serde_json::Value::Null,
            Json::Bool(value) => serde_json::Value::Bool(*value),
            Json::Number(value) => {
                let text = decimal_text(value).unwrap_or_else(|| String::from("0"));
                serde_json::Number::from_str(&text).map_or(serde_json::Value::Null, serde_json::Value::Number)
            }
            Json::Odd(text) => {
                serde_json::Number::from_str(text).map_or(serde_json::Value::Null, serde_json::Value::Number)
            }
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
}
