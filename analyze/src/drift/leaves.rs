//! The parts of a schema that assert nothing: texts, defaults, notes; with the place of each.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::{Kind, Value, push_token};

/// What a leaf is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LeafKind {
    /// `description`
    Description,
    /// `title`
    Title,
    /// `default`
    Default,
    /// `$schema`
    Dialect,
    /// `examples`, `$comment`, `deprecated`, `x-…` and other members that say nothing about validity.
    Note,
    /// A string among the values of `enum`, or `const`. It asserts, but a model reads it too.
    Choice,
}

/// A member of a schema.
#[derive(Debug, Clone)]
pub(crate) struct Leaf<'d> {
    pub(crate) kind: LeafKind,
    pub(crate) value: Value<'d>,
    /// Pointer of the schema that has it.
    pub(crate) node: String,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Leaves<'d> {
    /// Pointers of all schemas in the schema.
    pub(crate) nodes: BTreeSet<String>,
    /// By pointer.
    pub(crate) leaves: BTreeMap<String, Leaf<'d>>,
}

/// Reads a schema. `base` is put before every pointer.
pub(crate) fn leaves<'d>(schema: Value<'d>, base: &str) -> Leaves<'d> {
    let mut out = Leaves::default();
    let mut todo = vec![(schema, base.to_owned())];
    while let Some((node, pointer)) = todo.pop() {
        for (name, value) in node.entries() {
            let name = name.as_str().unwrap_or_default();
            let mut at = pointer.clone();
            push_token(&mut at, &name);
            match place(&name, value) {
                Place::Schema => todo.push((value, at)),
                Place::List => {
                    for (idx, item) in value.items().enumerate() {
                        todo.push((item, format!("{at}/{idx}")));
                    }
                }
                Place::Map => {
                    for (key, item) in value.entries() {
                        let mut at = at.clone();
                        push_token(&mut at, &key.as_str().unwrap_or_default());
                        todo.push((item, at));
                    }
                }
                Place::Leaf(kind) => {
                    out.leaves.insert(
                        at,
                        Leaf {
                            kind,
                            value,
                            node: pointer.clone(),
                        },
                    );
                }
                Place::Choices => {
                    for (idx, item) in value.items().enumerate().filter(|(_, item)| item.is_string()) {
                        let leaf = Leaf {
                            kind: LeafKind::Choice,
                            value: item,
                            node: pointer.clone(),
                        };
                        out.leaves.insert(format!("{at}/{idx}"), leaf);
                    }
                }
                Place::Assertion => {}
            }
        }
        out.nodes.insert(pointer);
    }
    out
}

/// What a member of a schema is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A schema.
    Schema,
    /// A list of schemas.
    List,
    /// Schemas by name.
    Map,
    /// Something that asserts nothing.
    Leaf(LeafKind),
    /// A list of values to choose from.
    Choices,
    /// A keyword that asserts.
    Assertion,
}

/// The place of a member, by its name and the type of its value.
pub(crate) fn place(name: &str, value: Value<'_>) -> Place {
    match (name, value.kind()) {
        (
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" | "dependencies",
            Kind::Object,
        ) => Place::Map,
        ("items", Kind::Array) | ("prefixItems" | "allOf" | "anyOf" | "oneOf", Kind::Array) => Place::List,
        (
            "items"
            | "additionalItems"
            | "additionalProperties"
            | "contains"
            | "not"
            | "if"
            | "then"
            | "else"
            | "propertyNames"
            | "unevaluatedItems"
            | "unevaluatedProperties"
            | "contentSchema",
            Kind::Object,
        ) => Place::Schema,
        ("description", _) => Place::Leaf(LeafKind::Description),
        ("title", _) => Place::Leaf(LeafKind::Title),
        ("default", _) => Place::Leaf(LeafKind::Default),
        ("$schema", _) => Place::Leaf(LeafKind::Dialect),
        (
            "$comment" | "examples" | "example" | "deprecated" | "readOnly" | "writeOnly" | "contentEncoding"
            | "contentMediaType",
            _,
        ) => Place::Leaf(LeafKind::Note),
        ("enum", Kind::Array) => Place::Choices,
        ("const", Kind::String) => Place::Leaf(LeafKind::Choice),
        (name, _) if name.starts_with("x-") || name == "markdownDescription" || name == "enumDescriptions" => {
            Place::Leaf(LeafKind::Note)
        }
        _ => Place::Assertion,
    }
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::{LeafKind, leaves};

    #[test]
    fn texts_are_found_at_any_depth_and_names_are_no_keywords() {
        let schema = r##"{"$schema":"x","properties":{"description":{"type":"string","description":"one","default":1},
            "a":{"anyOf":[{"$ref":"#/$defs/A"},{"title":"two"}]}},"$defs":{"A":{"items":{"description":"three","enum":["p",1]}}},
            "enum":[{"description":"a value, no schema"}],"examples":[{"description":"neither"}]}"##;
        let doc = Doc::parse(schema, &Limits::default()).unwrap();
        let found = leaves(doc.root(), "/inputSchema");
        let listed: Vec<_> = found.leaves.iter().map(|(at, leaf)| (at.as_str(), leaf.kind)).collect();
        assert_eq!(
            listed,
            [
                ("/inputSchema/$defs/A/items/description", LeafKind::Description),
                ("/inputSchema/$defs/A/items/enum/0", LeafKind::Choice),
                ("/inputSchema/$schema", LeafKind::Dialect),
                ("/inputSchema/examples", LeafKind::Note),
                ("/inputSchema/properties/a/anyOf/1/title", LeafKind::Title),
                ("/inputSchema/properties/description/default", LeafKind::Default),
                ("/inputSchema/properties/description/description", LeafKind::Description),
            ]
        );
        assert!(found.nodes.contains("/inputSchema/properties/description") && found.nodes.contains("/inputSchema"));
    }
}
