//! The resources of one document: what `$id`, anchors and dynamic anchors name. Nothing outside is ever looked up.

use std::collections::{BTreeMap, BTreeSet};

use super::uri::{percent_decode, resolve, split_fragment};
use crate::options::Draft;
use crate::value::{Json, ValueId, Values};

/// The base of a document without `$id`.
const NO_BASE: &str = "json-schema:///";

/// One schema resource.
pub(crate) struct Resource {
    pub(super) uri: String,
    pub(super) root: ValueId,
    pub(super) draft: Draft,
    anchors: BTreeMap<String, ValueId>,
    pub(super) dynamic: BTreeSet<String>,
    /// Whether its root has `$recursiveAnchor: true`.
    pub(super) recursive: bool,
}

pub(crate) struct Registry {
    pub(super) list: Vec<Resource>,
    by_uri: BTreeMap<String, usize>,
}

/// Keywords whose value is a schema.
pub(crate) const ONE: [&str; 13] = [
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
    "extends",
];
/// Keywords whose value is a list of schemas.
pub(crate) const LIST: [&str; 5] = ["allOf", "anyOf", "items", "oneOf", "prefixItems"];
/// Keywords whose value maps names to schemas.
pub(crate) const MAP: [&str; 6] = [
    "$defs",
    "definitions",
    "dependencies",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

/// The schemas directly below a schema.
pub(crate) fn subschemas(values: &Values, schema: ValueId) -> Vec<ValueId> {
    let mut found = Vec::new();
    for keyword in ONE {
        found.extend(
            values
                .field(schema, keyword)
                .filter(|&below| matches!(values.get(below), Json::Object(_))),
        );
    }
    for keyword in LIST {
        let list = values.field(schema, keyword).and_then(|list| values.items(list));
        found.extend(list.iter().flat_map(|list| list.iter()).copied());
    }
    for keyword in MAP {
        let map = values.field(schema, keyword).and_then(|map| values.members(map));
        found.extend(map.iter().flat_map(|map| map.iter()).map(|&(_, below)| below));
    }
    found
}

/// The value of `$id`, or of `id` in draft 4, where it counts.
pub(super) fn own_id(values: &Values, schema: ValueId, draft: Draft) -> Option<String> {
    if draft <= Draft::Draft7 && values.field(schema, "$ref").is_some() {
        return None;
    }
    let keyword = if draft == Draft::Draft4 { "id" } else { "$id" };
    values
        .field(schema, keyword)
        .and_then(|id| values.as_str(id))
        .map(|id| id.to_string())
}

/// The draft that a schema names itself.
pub(super) fn own_draft(values: &Values, schema: ValueId) -> Option<Draft> {
    let uri = values.as_str(values.field(schema, "$schema")?)?;
    Draft::from_schema_uri(uri)
}

impl Registry {
    pub(crate) fn new(values: &Values, root: ValueId, draft: Draft) -> Self {
        let mut registry = Self {
            list: Vec::new(),
            by_uri: BTreeMap::new(),
        };
        let draft = own_draft(values, root).unwrap_or(draft);
        let id = own_id(values, root, draft);
        let uri = id.map_or(NO_BASE.to_owned(), |id| resolve(NO_BASE, split_fragment(&id).0));
        registry.add(values, uri, root, draft);
        let mut seen = BTreeSet::new();
        let mut open = vec![(root, 0)];
        while let Some((schema, resource)) = open.pop() {
            let resource = registry.visit(values, schema, resource);
            if seen.insert((schema, resource)) {
                open.extend(subschemas(values, schema).into_iter().map(|below| (below, resource)));
            }
        }
        registry
    }

    fn add(&mut self, values: &Values, uri: String, root: ValueId, draft: Draft) -> usize {
        let recursive = values.field(root, "$recursiveAnchor") == Some(Values::TRUE);
        self.by_uri.entry(uri.clone()).or_insert(self.list.len());
        self.list.push(Resource {
            uri,
            root,
            draft,
            anchors: BTreeMap::new(),
            dynamic: BTreeSet::new(),
            recursive,
        });
        self.list.len() - 1
    }

    /// Notes what a schema names, and gives the resource that it belongs to.
    fn visit(&mut self, values: &Values, schema: ValueId, resource: usize) -> usize {
        let draft = self.list[resource].draft;
        let mut resource = resource;
        if let Some(id) = own_id(values, schema, draft) {
            let (uri, fragment) = split_fragment(&id);
            if !uri.is_empty() && self.list[resource].root != schema {
                let uri = resolve(&self.list[resource].uri, uri);
                resource = match self.by_uri.get(&uri) {
                    Some(&known) => known,
                    None => self.add(values, uri, schema, own_draft(values, schema).unwrap_or(draft)),
                };
            }
            if !fragment.is_empty() && draft <= Draft::Draft7 {
                self.list[resource].anchors.entry(fragment.to_owned()).or_insert(schema);
            }
        }
        if draft >= Draft::Draft201909 {
            for keyword in ["$anchor", "$dynamicAnchor"] {
                let name = values.field(schema, keyword).and_then(|name| values.as_str(name));
                if let Some(name) = name {
                    self.list[resource].anchors.entry(name.to_string()).or_insert(schema);
                    if keyword == "$dynamicAnchor" {
                        self.list[resource].dynamic.insert(name.to_string());
                    }
                }
            }
        }
        resource
    }

    /// The resource of a schema that is met below `resource`.
    pub(super) fn enter(&self, values: &Values, schema: ValueId, resource: usize) -> usize {
        if self.list[resource].root == schema {
            return resource;
        }
        let Some(id) = own_id(values, schema, self.list[resource].draft) else {
            return resource;
        };
        let uri = split_fragment(&id).0;
        if uri.is_empty() {
            return resource;
        }
        self.by_uri
            .get(&resolve(&self.list[resource].uri, uri))
            .copied()
            .unwrap_or(resource)
    }

    /// The resource and the schema that a reference means.
    pub(super) fn find(&self, values: &Values, resource: usize, reference: &str) -> Option<(usize, ValueId)> {
        let (uri, fragment) = split_fragment(reference);
        let target = if uri.is_empty() {
            resource
        } else {
            *self.by_uri.get(&resolve(&self.list[resource].uri, uri))?
        };
        let fragment = percent_decode(fragment);
        if fragment.is_empty() {
            return Some((target, self.list[target].root));
        }
        let Some(pointer) = fragment.strip_prefix('/') else {
            return self.list[target].anchors.get(&fragment).map(|&schema| (target, schema));
        };
        let (mut at, mut within) = (self.list[target].root, target);
        for token in pointer.split('/') {
            let token = token.replace("~1", "/").replace("~0", "~");
            at = match values.get(at) {
                Json::Object(_) => values.field(at, &token)?,
                Json::Array(items) => *items.get(token.parse::<usize>().ok()?)?,
                _ => return None,
            };
            within = self.enter(values, at, within);
        }
        Some((within, at))
    }

    /// The schema that a reference means from whichever resource it is first known in.
    pub(crate) fn find_anywhere(&self, values: &Values, reference: &str) -> Option<ValueId> {
        (0..self.list.len()).find_map(|resource| self.find(values, resource, reference).map(|(_, schema)| schema))
    }

    /// The schema of an anchor in one resource.
    pub(super) fn anchor(&self, resource: usize, name: &str) -> Option<ValueId> {
        self.list[resource].anchors.get(name).copied()
    }

    /// Whether dynamic references can depend on the way taken.
    pub(super) fn is_dynamic(&self, resource: usize) -> bool {
        self.list[resource].recursive || !self.list[resource].dynamic.is_empty()
    }
}
