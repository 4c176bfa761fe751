//! Arguments taken from an earlier result: `{from: "$.structuredContent.id", case: "create"}`.

use serde_json::{Map, Value};

use super::path::Path;

/// An argument that an earlier result gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Where in the result.
    pub from: String,
    /// Name of the case whose result it is; the case before where absent.
    pub case: Option<String>,
}

impl Reference {
    /// The reference, where a value is one: a map with `from` and at most `case`, both texts, `from` beginning with `$`.
    pub fn of(value: &Value) -> Option<Self> {
        let map = value.as_object()?;
        let from = map.get("from")?.as_str()?;
        let case = match map.get("case") {
            Some(case) => Some(case.as_str()?.to_owned()),
            None => None,
        };
        let n_known = 1 + usize::from(case.is_some());
        (from.starts_with('$') && map.len() == n_known).then(|| Self {
            from: from.to_owned(),
            case,
        })
    }
}

/// All references in arguments, at any depth.
pub(super) fn references(args: &Map<String, Value>) -> Vec<Reference> {
    fn collect(value: &Value, found: &mut Vec<Reference>) {
        match (Reference::of(value), value) {
            (Some(reference), _) => found.push(reference),
            (None, Value::Array(items)) => items.iter().for_each(|item| collect(item, found)),
            (None, Value::Object(map)) => map.values().for_each(|value| collect(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    args.values().for_each(|value| collect(value, &mut found));
    found
}

/// Puts values of earlier results in the place of references, at any depth of the arguments. `result_of` gives the result of
/// a case (`None` names the case before).
///
/// # Errors
/// A sentence fragment that names the reference and what is missing; the case can't be called then.
pub fn resolve<'r>(
    args: &Map<String, Value>,
    result_of: &dyn Fn(Option<&str>) -> Option<&'r Value>,
) -> Result<Map<String, Value>, String> {
    args.iter()
        .map(|(name, value)| Ok((name.clone(), resolve_value(value, result_of)?)))
        .collect()
}

/// Recursive over the configuration, which its reader has bounded.
fn resolve_value<'r>(value: &Value, result_of: &dyn Fn(Option<&str>) -> Option<&'r Value>) -> Result<Value, String> {
    if let Some(reference) = Reference::of(value) {
        let name = reference.case.as_deref();
        let result = result_of(name).ok_or_else(|| match name {
            Some(name) => format!("case {name:?} gave no result to take {} from", reference.from),
            None => format!("no case before gave a result to take {} from", reference.from),
        })?;
        let path = Path::parse(&reference.from).map_err(|error| error.to_string())?;
        return match path.query(result)[..] {
            [found] => Ok(found.clone()),
            [] => Err(format!("nothing stands at {} of the earlier result", reference.from)),
            _ => Err(format!(
                "more than one value stands at {} of the earlier result",
                reference.from
            )),
        };
    }
    match value {
        Value::Array(items) => items.iter().map(|item| resolve_value(item, result_of)).collect(),
        Value::Object(map) => resolve(map, result_of).map(Value::Object),
        other => Ok(other.clone()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn resolved(args: &Value) -> Result<Value, String> {
        let created = json!({"structuredContent": {"id": 7, "tags": ["a", "b"]}});
        let result_of = |case: Option<&str>| match case {
            Some("create") | None => Some(&created),
            Some(_) => None,
        };
        resolve(args.as_object().unwrap(), &result_of).map(Value::Object)
    }

    #[test]
    fn references_take_one_value() {
        let args = json!({"a": {"from": "$.structuredContent.id", "case": "create"}, "b": [{"from": "$.structuredContent.tags[1]"}]});
        assert_eq!(resolved(&args), Ok(json!({"a": 7, "b": ["b"]})));
    }

    #[test]
    fn what_only_looks_like_one_stays() {
        for args in [
            json!({"a": {"from": "Berlin"}}),
            json!({"a": {"from": "$.x", "to": "y"}}),
            json!({"a": {"from": "$.x", "case": 1}}),
        ] {
            assert_eq!(resolved(&args), Ok(args.clone()));
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        for (args, error) in [
            (
                json!({"a": {"from": "$.id", "case": "other"}}),
                "case \"other\" gave no result to take $.id from",
            ),
            (
                json!({"a": {"from": "$.id"}}),
                "nothing stands at $.id of the earlier result",
            ),
            (
                json!({"a": {"from": "$.structuredContent.tags[*]"}}),
                "more than one value stands at $.structuredContent.tags[*] of the earlier result",
            ),
        ] {
            assert_eq!(resolved(&args).unwrap_err(), error);
        }
    }
}
