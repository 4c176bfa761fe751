//! The shape of results as it is pinned: types, members that are always there or not, items. No value and no count of
//! values is in it, so that a longer list is no other shape.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::{Json, Value};
use mcpward_schemas::lockfile::to_json;
use serde_json::{Value as Tree, json};

use crate::drift::limits::SHAPE_DEPTH_MAX;

/// Where the value stood in the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// `structuredContent`
    Structured,
    /// A single text block that is JSON.
    JsonText,
    /// Blocks that are no JSON: only their types are known.
    Content,
}

impl Source {
    const ALL: [Self; 3] = [Self::Structured, Self::JsonText, Self::Content];

    /// Its word in the lock file.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Structured => "structured",
            Self::JsonText => "json-text",
            Self::Content => "content",
        }
    }
}

/// What is pinned of the results of one tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outline {
    pub(crate) source: Source,
    /// Results that it was seen in.
    pub(crate) n_samples: u64,
    /// Types of the content blocks, for [`Source::Content`].
    pub(crate) blocks: BTreeSet<String>,
    pub(crate) shape: Shape,
}

/// The shape of one value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    /// JSON types, integers and other numbers being one; empty where nothing was seen.
    pub(crate) types: BTreeSet<String>,
    /// Members of a record, by name.
    pub(crate) members: BTreeMap<String, Member>,
    /// What the values of a map look like, whose keys are data.
    pub(crate) values: Option<Box<Shape>>,
    /// What the items of an array look like; `None` where none was seen.
    pub(crate) items: Option<Box<Shape>>,
}

/// A member of a record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Member {
    /// Whether it was missing in some of the records.
    pub(crate) is_optional: bool,
    pub(crate) shape: Shape,
}

impl Outline {
    /// As it stands in the lock file.
    pub(crate) fn json(&self) -> Json {
        let mut tree = json!({ "source": self.source.name(), "samples": self.n_samples });
        match self.source {
            Source::Content => tree["blocks"] = json!(self.blocks),
            _ => tree["shape"] = self.shape.tree(),
        }
        to_json(&tree)
    }

    /// Reads what a lock file holds, also one of the described system; `None` where it is neither.
    pub(crate) fn read(value: Value<'_>) -> Option<Self> {
        let source = value.get("source")?.as_str()?;
        let source = Source::ALL.into_iter().find(|known| known.name() == source)?;
        Some(Self {
            source,
            n_samples: count(value.get("samples")).unwrap_or(0),
            blocks: texts(value.get("blocks")),
            shape: value
                .get("shape")
                .map(|shape| Shape::read(shape, SHAPE_DEPTH_MAX))
                .unwrap_or_default(),
        })
    }
}

impl Shape {
    fn tree(&self) -> Tree {
        let mut tree = json!({ "types": self.types });
        if !self.members.is_empty() {
            let members = self.members.iter().map(|(name, member)| {
                let mut tree = member.shape.tree();
                if member.is_optional {
                    tree["optional"] = json!(true);
                }
                (name.clone(), tree)
            });
            tree["properties"] = Tree::Object(members.collect());
        }
        for (name, shape) in [("values", &self.values), ("items", &self.items)] {
            if let Some(shape) = shape {
                tree[name] = shape.tree();
            }
        }
        tree
    }

    /// Recursion ends at a depth that no inferred shape passes.
    fn read(value: Value<'_>, depth_left: usize) -> Self {
        let Some(depth_left) = depth_left.checked_sub(1) else {
            return Self::default();
        };
        let below = |name: &str| value.get(name).map(|shape| Box::new(Self::read(shape, depth_left)));
        let n_objects = count(value.get("objectCount"));
        let members = value.get("properties").into_iter().flat_map(Value::entries);
        let members = members.filter_map(|(name, member)| {
            // Version 2 counts how often each member was seen and keeps its shape one level deeper.
            let seen = count(member.get("seen"));
            let counted = member.get("shape").filter(|_| seen.is_some());
            let is_optional = match counted {
                Some(_) => seen < n_objects,
                None => member.get("optional").and_then(Value::as_bool) == Some(true),
            };
            let shape = Self::read(counted.unwrap_or(member), depth_left);
            Some((name.as_str()?.into_owned(), Member { is_optional, shape }))
        });
        Self {
            types: texts(value.get("types"))
                .into_iter()
                .map(|name| if name == "integer" { "number".to_owned() } else { name })
                .collect(),
            members: members.collect(),
            values: below("values"),
            items: below("items"),
        }
    }
}

fn count(value: Option<Value<'_>>) -> Option<u64> {
    value.and_then(Value::as_i64).and_then(|n| u64::try_from(n).ok())
}

fn texts(list: Option<Value<'_>>) -> BTreeSet<String> {
    let items = list.into_iter().flat_map(Value::items);
    items.filter_map(|item| Some(item.as_str()?.into_owned())).collect()
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::Outline;

    fn read(text: &str) -> Outline {
        Outline::read(Doc::parse(text, &Limits::default()).unwrap().root()).unwrap()
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            r#"{"samples":3,"shape":{"properties":{"n":{"optional":true,"types":["null","number"]}},"types":["object"]},"source":"structured"}"#,
            r#"{"samples":1,"shape":{"items":{"types":["object"],"values":{"types":["string"]}},"types":["array"]},"source":"json-text"}"#,
            r#"{"blocks":["image","text"],"samples":2,"source":"content"}"#,
        ] {
            assert_eq!(mcpward_json::canonical(read(text).json().value()), text);
        }
    }

    #[test]
    fn counts_of_version_2_say_what_is_optional() {
        let old = read(
            r#"{"source":"structured","samples":3,"shape":{"types":["object"],"objectCount":3,"properties":{
                "a":{"seen":3,"shape":{"types":["integer"]}},"b":{"seen":2,"shape":{"types":["string"]}}}}}"#,
        );
        let new = read(
            r#"{"source":"structured","samples":3,"shape":{"types":["object"],"properties":{
                "a":{"types":["number"]},"b":{"optional":true,"types":["string"]}}}}"#,
        );
        assert_eq!(old, new);
    }
}
