//! Schemas that a meta-schema refuses although their meaning is plain.
//!
//! Drafts up to 7 demand that `enum` names a value, and validators refuse a schema where it does not. Nothing is one of no
//! values, so such an `enum` is `false`.

use serde_json::{Value, json};

use crate::compile::{LIST, MAP, ONE};

/// The schema without such keywords; None where it has none. As recursive as the schema is deep.
pub(super) fn plain(schema: &Value) -> Option<Value> {
    let mut plain = schema.clone();
    rewrite(&mut plain).then_some(plain)
}

fn rewrite(schema: &mut Value) -> bool {
    let Value::Object(members) = schema else {
        return false;
    };
    let mut changed = false;
    if members.get("enum").and_then(Value::as_array).is_some_and(Vec::is_empty) {
        members.remove("enum");
        // Under draft 4 there is no `false`.
        let nothing = json!({ "not": {} });
        match members.get_mut("allOf").and_then(Value::as_array_mut) {
            Some(list) => list.push(nothing),
            None => {
                members.insert("allOf".to_owned(), json!([nothing]));
            }
        }
        changed = true;
    }
    for (keyword, value) in members {
        let keyword = keyword.as_str();
        changed |= match value {
            Value::Array(list) if LIST.contains(&keyword) => list.iter_mut().fold(false, |any, one| rewrite(one) | any),
            Value::Object(map) if MAP.contains(&keyword) => map.values_mut().fold(false, |any, one| rewrite(one) | any),
            one if ONE.contains(&keyword) => rewrite(one),
            _ => false,
        };
    }
    changed
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::plain;

    #[test]
    fn an_empty_enumeration_is_nothing() {
        let schema = json!({"properties": {"enum": {"enum": []}}, "anyOf": [{"allOf": [true], "enum": []}], "const": {"enum": []}});
        let nothing = json!({"not": {}});
        let expected = json!({
            "properties": {"enum": {"allOf": [nothing]}},
            "anyOf": [{"allOf": [true, nothing]}],
            "const": {"enum": []},
        });
        assert_eq!(plain(&schema), Some(expected));
        assert_eq!(plain(&json!({"enum": [1], "default": {"enum": []}})), None);
    }
}
