//! All subschemas in document order.

use std::borrow::Cow;

use mcpward_json::{Kind, Value, push_token};

use super::keywords::Keywords;
use crate::limits::SUBSCHEMAS_MAX;

/// What a subschema is to the schema around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The whole schema.
    Root,
    /// A member of `properties`.
    Property,
    /// `items`, `additionalItems`, `contains` and their like.
    Items,
    /// An element of `prefixItems`, or of `items` where it is a list.
    TupleItem,
    /// An element of `anyOf`, `oneOf` or `allOf`.
    Branch,
    /// A member of `$defs` or `definitions`.
    Definition,
    /// Any other place.
    Other,
}

/// One subschema.
#[derive(Debug, Clone)]
pub(crate) struct Node<'d> {
    /// The schema: an object or a boolean, or what stands there instead.
    pub(crate) value: Value<'d>,
    /// The end of its pointer: what comes after the pointer of its parent. Whole pointers of a deep chain would take
    /// memory quadratic in its depth; see [`Tree::pointer`].
    pub(crate) step: String,
    /// What it is to the schema around it.
    pub(crate) role: Role,
    /// The property's name, where it is one.
    pub(crate) name: Option<Cow<'d, str>>,
    /// The schema around it.
    pub(crate) parent: Option<usize>,
    /// Levels of subschemas above it.
    pub(crate) depth: usize,
    /// Levels of objects and arrays above it: properties and items count, branches don't.
    pub(crate) level: usize,
    /// Its members.
    pub(crate) keywords: Keywords<'d>,
}

/// All subschemas in document order, the root first.
#[derive(Debug)]
pub(crate) struct Tree<'d> {
    /// The subschemas. Those of one subtree stand together.
    pub(crate) nodes: Vec<Node<'d>>,
    /// Whether [`SUBSCHEMAS_MAX`] was reached.
    pub(crate) cut: bool,
}

struct Pending<'d> {
    value: Value<'d>,
    step: String,
    role: Role,
    name: Option<Cow<'d, str>>,
    parent: Option<usize>,
    depth: usize,
    level: usize,
}

impl<'d> Tree<'d> {
    /// Reads a schema.
    pub(crate) fn of(schema: Value<'d>) -> Self {
        let mut nodes: Vec<Node<'d>> = Vec::new();
        let mut todo = vec![Pending {
            value: schema,
            step: String::new(),
            role: Role::Root,
            name: None,
            parent: None,
            depth: 0,
            level: 0,
        }];
        let mut cut = false;
        while let Some(next) = todo.pop() {
            if nodes.len() >= SUBSCHEMAS_MAX {
                cut = true;
                break;
            }
            let node = Node {
                keywords: Keywords::of(next.value),
                value: next.value,
                step: next.step,
                role: next.role,
                name: next.name,
                parent: next.parent,
                depth: next.depth,
                level: next.level,
            };
            let first = todo.len();
            push_children(&node, nodes.len(), &mut todo);
            todo[first..].reverse();
            nodes.push(node);
        }
        Self { nodes, cut }
    }

    /// The root.
    pub(crate) fn root(&self) -> &Node<'d> {
        &self.nodes[0]
    }

    /// Where a subschema stands, as a JSON Pointer from the root.
    pub(crate) fn pointer(&self, idx: usize) -> String {
        let mut steps = Vec::new();
        let mut next = Some(idx);
        while let Some(idx) = next {
            steps.push(self.nodes[idx].step.as_str());
            next = self.nodes[idx].parent;
        }
        steps.reverse();
        steps.concat()
    }
}

fn push_children<'d>(node: &Node<'d>, parent: usize, todo: &mut Vec<Pending<'d>>) {
    for (keyword, value) in node.value.entries() {
        let Some(keyword) = keyword.as_str() else { continue };
        let role = match &*keyword {
            "properties" => Role::Property,
            "$defs" | "definitions" => Role::Definition,
            "patternProperties" | "dependentSchemas" | "dependencies" => Role::Other,
            "anyOf" | "oneOf" | "allOf" => Role::Branch,
            "prefixItems" => Role::TupleItem,
            "items" if value.is_array() => Role::TupleItem,
            "items" | "additionalItems" | "contains" | "unevaluatedItems" => Role::Items,
            "additionalProperties"
            | "unevaluatedProperties"
            | "propertyNames"
            | "not"
            | "if"
            | "then"
            | "else"
            | "contentSchema" => Role::Other,
            _ => continue,
        };
        let child = |value, name: Option<Cow<'d, str>>, token: Option<&str>| {
            let mut step = String::new();
            push_token(&mut step, &keyword);
            if let Some(token) = token {
                push_token(&mut step, token);
            }
            let inner = matches!(role, Role::Property | Role::Items | Role::TupleItem)
                || matches!(
                    &*keyword,
                    "patternProperties" | "additionalProperties" | "unevaluatedProperties"
                );
            Pending {
                value,
                step,
                role,
                name: if role == Role::Property { name } else { None },
                parent: Some(parent),
                depth: node.depth + 1,
                level: node.level + usize::from(inner),
            }
        };
        let holds_map = matches!(role, Role::Property | Role::Definition)
            || matches!(&*keyword, "patternProperties" | "dependentSchemas" | "dependencies");
        match value.kind() {
            Kind::Object if holds_map => {
                for (name, value) in value.entries() {
                    let Some(name) = name.as_str() else { continue };
                    // `dependencies` also holds lists of names.
                    if value.is_array() && *keyword == *"dependencies" {
                        continue;
                    }
                    todo.push(child(value, Some(name.clone()), Some(&name)));
                }
            }
            Kind::Array if matches!(role, Role::Branch | Role::TupleItem) => {
                for (idx, value) in value.items().enumerate() {
                    todo.push(child(value, None, Some(&idx.to_string())));
                }
            }
            Kind::Object | Kind::Bool(_) if !holds_map && !matches!(role, Role::Branch | Role::TupleItem) => {
                todo.push(child(value, None, None));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::{Role, Tree};
    use crate::limits::SUBSCHEMAS_MAX;

    #[test]
    fn schemas_are_found_and_data_is_not() {
        let text = r##"{"type":"object","properties":{"a/b":{"enum":[{"properties":{"x":{}}}]},"c":{"type":"array","items":{"anyOf":[{},true]}}},
            "$defs":{"D":{"items":[{"default":{"items":{}}}]}},"dependencies":{"a":["c"],"c":{"not":{}}},"examples":[{"properties":{"y":{}}}]}"##;
        let doc = Doc::parse(text, &Limits::default()).unwrap();
        let tree = Tree::of(doc.root());
        let seen: Vec<_> = tree
            .nodes
            .iter()
            .enumerate()
            .map(|(idx, node)| (tree.pointer(idx), node.role, node.level))
            .collect();
        let seen: Vec<_> = seen
            .iter()
            .map(|(pointer, role, level)| (pointer.as_str(), *role, *level))
            .collect();
        assert_eq!(
            seen,
            [
                ("", Role::Root, 0),
                ("/properties/a~1b", Role::Property, 1),
                ("/properties/c", Role::Property, 1),
                ("/properties/c/items", Role::Items, 2),
                ("/properties/c/items/anyOf/0", Role::Branch, 2),
                ("/properties/c/items/anyOf/1", Role::Branch, 2),
                ("/$defs/D", Role::Definition, 0),
                ("/$defs/D/items/0", Role::TupleItem, 1),
                ("/dependencies/c", Role::Other, 0),
                ("/dependencies/c/not", Role::Other, 0),
            ]
        );
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = r#"{"not":"#.repeat(120_000) + "true" + &"}".repeat(120_000);
        let doc = Doc::parse(deep, &Limits::default()).unwrap();
        let tree = Tree::of(doc.root());
        assert!(tree.cut);
        assert_eq!(tree.nodes.len(), SUBSCHEMAS_MAX);
        assert_eq!(tree.pointer(3), "/not/not/not");
    }
}
