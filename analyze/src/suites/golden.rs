//! Goldens: a result as it should be, written so that a person can review it.

use serde_json::{Map, Value};

use super::condition::same;
use super::mask::Mask;
use super::path::Path;

/// What a golden leaves out or does not order.
#[derive(Debug, Clone, Default)]
pub struct Golden {
    /// Masks, applied in order.
    pub masks: Vec<Mask>,
    /// Arrays whose order does not count.
    pub unordered: Vec<Path>,
}

/// The members of a result that a golden holds.
const MEMBERS: [&str; 3] = ["content", "isError", "structuredContent"];

/// The text of a golden file for a result: members in order, two spaces of indent, a line feed at the end.
pub fn render(golden: &Golden, result: &Value) -> String {
    let mut text =
        serde_json::to_string_pretty(&sorted(&reduced(golden, result))).expect("a JSON value can be written");
    text.push('\n');
    text
}

/// Whether a result is what its golden file says.
///
/// # Errors
/// A sentence fragment where the file is no JSON; otherwise `Ok(None)` for equal, `Ok(Some((file, result)))` with both sides
/// rendered alike for different.
pub fn compare(golden: &Golden, file: &str, result: &Value) -> Result<Option<(String, String)>, String> {
    let file: Value = serde_json::from_str(file).map_err(|error| format!("the golden file is no JSON: {error}"))?;
    // The file is masked too, so that adding a mask does not make every golden stale.
    let (wanted, found) = (reduced(golden, &file), reduced(golden, result));
    if same(&wanted, &found) {
        return Ok(None);
    }
    Ok(Some((render(golden, &file), render(golden, result))))
}

/// Whether a text is written as golden files are: an object with the members of a result and no others.
pub fn is_golden(text: &str) -> bool {
    let Ok(Value::Object(map)) = serde_json::from_str(text) else {
        return false;
    };
    map.contains_key("isError") && map.keys().all(|member| MEMBERS.contains(&member.as_str()))
}

fn reduced(golden: &Golden, result: &Value) -> Value {
    let mut kept = Map::new();
    for member in MEMBERS {
        if let Some(value) = result.get(member) {
            kept.insert(member.to_owned(), value.clone());
        }
    }
    kept.entry("isError").or_insert(Value::Bool(false));
    let mut kept = Value::Object(kept);
    for mask in &golden.masks {
        mask.apply(&mut kept);
    }
    for path in &golden.unordered {
        for pointer in path.locate(&kept) {
            if let Some(Value::Array(items)) = kept.pointer_mut(&pointer) {
                items.sort_by_cached_key(|item| sorted(item).to_string());
            }
        }
    }
    kept
}

/// Members sorted, whatever the map type of `serde_json` keeps.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut members: Vec<_> = map.iter().collect();
            members.sort_by_key(|(name, _)| name.as_str());
            Value::Object(
                members
                    .into_iter()
                    .map(|(name, value)| (name.clone(), sorted(value)))
                    .collect(),
            )
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn golden(masks: &[&str], unordered: &[&str]) -> Golden {
        Golden {
            masks: masks.iter().map(|mask| Mask::parse(mask).unwrap()).collect(),
            unordered: unordered.iter().map(|path| Path::parse(path).unwrap()).collect(),
        }
    }

    #[test]
    fn what_is_rendered_is_equal_to_itself() {
        let result = json!({"content": [{"type": "text", "text": "x"}], "_meta": {"t": 1}});
        let file = render(&Golden::default(), &result);
        assert_eq!(
            file,
            "{\n  \"content\": [\n    {\n      \"text\": \"x\",\n      \"type\": \"text\"\n    }\n  ],\n  \"isError\": false\n}\n"
        );
        assert_eq!(compare(&Golden::default(), &file, &result), Ok(None));
    }

    #[test]
    fn a_difference_shows_both_sides() {
        let file = render(
            &Golden::default(),
            &json!({"content": [], "structuredContent": {"n": 1}}),
        );
        let (wanted, found) = compare(
            &Golden::default(),
            &file,
            &json!({"content": [], "structuredContent": {"n": 2}}),
        )
        .unwrap()
        .unwrap();
        assert_eq!(wanted, file);
        assert!(found.contains("\"n\": 2"));
    }

    #[test]
    fn masks_and_order_are_left_out_on_both_sides() {
        let golden = golden(&["$.structuredContent.at"], &["$.structuredContent.items"]);
        let file = r#"{"content": [], "structuredContent": {"at": 1, "items": [1, {"a": 1, "b": 2}]}}"#;
        let result =
            json!({"content": [], "isError": false, "structuredContent": {"at": 2, "items": [{"b": 2, "a": 1}, 1]}});
        assert_eq!(compare(&golden, file, &result), Ok(None));
        let other = json!({"content": [], "structuredContent": {"at": 2, "items": [1]}});
        assert!(compare(&golden, file, &other).unwrap().is_some());
    }

    #[test]
    fn golden_files_are_known_by_their_members() {
        assert!(is_golden(&render(&Golden::default(), &json!({ "content": [] }))));
        for other in ["{", "[]", "{}", r#"{"isError": true, "name": "x"}"#] {
            assert!(!is_golden(other), "{other}");
        }
    }

    #[test]
    fn a_file_that_is_no_json_says_so() {
        assert!(
            compare(&Golden::default(), "{", &json!({}))
                .unwrap_err()
                .starts_with("the golden file is no JSON: ")
        );
    }
}
