//! The places of a schema that are schemas themselves, on a stack of its own: what stands in `enum`, `default` or
//! `examples` is data and never looked at.

use mcpward_json::{Value, push_token};

/// Keywords whose value is a schema, or before 2020-12 an array of schemas.
const ONE: [&str; 12] = [
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords whose value is an array of schemas.
const MANY: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords whose value is an object of schemas; members of other types are data.
const NAMED: [&str; 6] = [
    "$defs",
    "definitions",
    "dependencies",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

/// A schema and all schemas below it, each with its pointer.
pub(crate) fn subschemas(root: Value<'_>) -> Subschemas<'_> {
    Subschemas {
        todo: vec![(String::new(), root)],
    }
}

/// See [`subschemas`].
pub(crate) struct Subschemas<'d> {
    todo: Vec<(String, Value<'d>)>,
}

impl<'d> Iterator for Subschemas<'d> {
    type Item = (String, Value<'d>);

    fn next(&mut self) -> Option<Self::Item> {
        let (pointer, schema) = self.todo.pop()?;
        // Most members are no schemas.
        let holders = schema
            .entries()
            .filter(|(_, value)| value.is_object() || value.is_array());
        for (keyword, value) in holders {
            let Some(keyword) = keyword.as_str() else { continue };
            let keyword = &*keyword;
            if ONE.contains(&keyword) || MANY.contains(&keyword) {
                self.push(&pointer, keyword, None, value);
            } else if NAMED.contains(&keyword) {
                for (name, value) in value.entries() {
                    self.push(&pointer, keyword, Some(&name.as_str().unwrap_or_default()), value);
                }
            }
        }
        Some((pointer, schema))
    }
}

impl<'d> Subschemas<'d> {
    fn push(&mut self, parent: &str, keyword: &str, name: Option<&str>, value: Value<'d>) {
        let mut pointer = parent.to_owned();
        push_token(&mut pointer, keyword);
        if let Some(name) = name {
            push_token(&mut pointer, name);
        }
        if value.is_object() {
            self.todo.push((pointer, value));
        } else if name.is_none() {
            for (idx, item) in value.items().enumerate().filter(|(_, item)| item.is_object()) {
                self.todo.push((format!("{pointer}/{idx}"), item));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    #[test]
    fn schemas_and_not_data() {
        let text = r#"{"properties":{"$ref":{"enum":[{"$ref":"x"}]},"b":{"items":[{},true,{}]}},
            "default":{"properties":{"no":{}}},"anyOf":[{"not":{}}],"dependencies":{"a":["b"],"c":{}}}"#;
        let doc = Doc::parse(text, &Limits::default()).unwrap();
        let mut pointers: Vec<String> = super::subschemas(doc.root()).map(|(pointer, _)| pointer).collect();
        pointers.sort();
        let expected = [
            "",
            "/anyOf/0",
            "/anyOf/0/not",
            "/dependencies/c",
            "/properties/$ref",
            "/properties/b",
            "/properties/b/items/0",
            "/properties/b/items/2",
        ];
        assert_eq!(pointers, expected);
    }
}
