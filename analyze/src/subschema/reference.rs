//! Where `$ref` leads, and which references lead back to themselves.

use std::collections::BTreeMap;

use super::tree::Tree;

/// Where a reference leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// The subschema of that index.
    Node(usize),
    /// A place in the schema where no draft expects a schema.
    Elsewhere,
    /// Nowhere in the schema.
    Nowhere,
    /// Another document.
    Remote,
}

/// One `$ref`.
#[derive(Debug, Clone)]
pub(crate) struct Reference {
    /// Index of the subschema that holds it.
    pub(crate) node: usize,
    /// Where it leads.
    pub(crate) target: Target,
    /// Whether following references from there can come back here.
    pub(crate) recursive: bool,
}

/// All references of a schema, in document order.
pub(crate) fn references(tree: &Tree<'_>) -> Vec<Reference> {
    let with_uri: Vec<(usize, String)> = tree
        .nodes
        .iter()
        .enumerate()
        .filter_map(|(idx, node)| Some((idx, node.keywords.reference?.as_str()?.into_owned())))
        .collect();
    if with_uri.is_empty() {
        return Vec::new();
    }
    let resolver = Resolver::of(tree);
    let mut found: Vec<Reference> = with_uri
        .into_iter()
        .map(|(node, uri)| Reference {
            node,
            target: resolver.target(node, &uri),
            recursive: false,
        })
        .collect();
    let component = components(tree, &found);
    for reference in &mut found {
        if let Target::Node(target) = reference.target {
            reference.recursive = component[reference.node] == component[target];
        }
    }
    found
}

struct Resolver<'t, 'd> {
    tree: &'t Tree<'d>,
    /// Subschemas by their place in the arena.
    by_index: BTreeMap<u32, usize>,
    by_id: BTreeMap<String, usize>,
    /// For each subschema the one that opens its resource: the nearest with `$id`, else the root.
    resource: Vec<usize>,
}

impl<'t, 'd> Resolver<'t, 'd> {
    fn of(tree: &'t Tree<'d>) -> Self {
        let mut by_id = BTreeMap::new();
        let mut resource = Vec::with_capacity(tree.nodes.len());
        for (idx, node) in tree.nodes.iter().enumerate() {
            let id = node
                .keywords
                .id
                .and_then(|id| id.as_str())
                .filter(|id| !id.starts_with('#'));
            let own = match (&id, node.parent) {
                (Some(_), _) | (None, None) => idx,
                (None, Some(parent)) => resource[parent],
            };
            resource.push(own);
            if let Some(id) = id {
                by_id.entry(id.trim_end_matches('#').to_owned()).or_insert(idx);
            }
        }
        let by_index = tree
            .nodes
            .iter()
            .enumerate()
            .map(|(idx, node)| (node.value.index(), idx))
            .collect();
        Self {
            tree,
            by_index,
            by_id,
            resource,
        }
    }

    fn target(&self, node: usize, uri: &str) -> Target {
        let (document, fragment) = uri.split_once('#').unwrap_or((uri, ""));
        let base = if document.is_empty() {
            self.resource[node]
        } else {
            match self.by_id.get(document) {
                Some(&base) => base,
                None => return Target::Remote,
            }
        };
        let fragment = percent_decoded(fragment);
        if fragment.is_empty() {
            return Target::Node(base);
        }
        if !fragment.starts_with('/') {
            let anchored = self.tree.nodes.iter().enumerate().find(|(idx, node)| {
                self.resource[*idx] == base
                    && (node.keywords.anchor.is_some_and(|anchor| anchor.is_text(&fragment))
                        || node.keywords.id.is_some_and(|id| id.is_text(&format!("#{fragment}"))))
            });
            return anchored.map_or(Target::Nowhere, |(idx, _)| Target::Node(idx));
        }
        match self.tree.nodes[base].value.pointer(&fragment) {
            Some(value) => self
                .by_index
                .get(&value.index())
                .map_or(Target::Elsewhere, |&idx| Target::Node(idx)),
            None => Target::Nowhere,
        }
    }
}

fn percent_decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let decoded = (byte == b'%')
            .then(|| {
                std::str::from_utf8(after.get(..2)?)
                    .ok()
                    .and_then(|hex| u8::from_str_radix(hex, 16).ok())
            })
            .flatten();
        rest = if decoded.is_some() { &after[2..] } else { after };
        bytes.push(decoded.unwrap_or(byte));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Tarjan's strongly connected components over "holds" and "refers to", without recursion: two subschemas with one number
/// reach each other.
fn components(tree: &Tree<'_>, references: &[Reference]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let n_nodes = tree.nodes.len();
    let mut edges: Vec<Vec<usize>> = vec![Vec::new(); n_nodes];
    for (idx, node) in tree.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            edges[parent].push(idx);
        }
    }
    for reference in references {
        if let Target::Node(target) = reference.target {
            edges[reference.node].push(target);
        }
    }
    let (mut order, mut low, mut component) = (vec![NONE; n_nodes], vec![0; n_nodes], vec![NONE; n_nodes]);
    let (mut stack, mut n_seen) = (Vec::new(), 0);
    // All subschemas hang below the root, so one search sees them all.
    let mut walk: Vec<(usize, usize)> = vec![(0, 0)];
    while let Some(&mut (node, ref mut next_edge)) = walk.last_mut() {
        if *next_edge == 0 {
            order[node] = n_seen;
            low[node] = n_seen;
            n_seen += 1;
            stack.push(node);
        }
        if let Some(&target) = edges[node].get(*next_edge) {
            *next_edge += 1;
            if order[target] == NONE {
                walk.push((target, 0));
            } else if component[target] == NONE {
                low[node] = low[node].min(order[target]);
            }
            continue;
        }
        walk.pop();
        if let Some(&(parent, _)) = walk.last() {
            low[parent] = low[parent].min(low[node]);
        }
        if low[node] == order[node] {
            while let Some(member) = stack.pop() {
                component[member] = node;
                if member == node {
                    break;
                }
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::{Target, references};
    use crate::subschema::Tree;

    #[test]
    fn references_are_resolved_and_cycles_found() {
        for (text, expected) in [
            (r##"{"$ref":"#"}"##, vec![("#", Target::Node(0), true)]),
            (
                r##"{"items":{"$ref":"#/$defs/A"},"$defs":{"A":{}}}"##,
                vec![("#/$defs/A", Target::Node(2), false)],
            ),
            (
                r##"{"$defs":{"A":{"properties":{"b":{"$ref":"#/$defs/B"}}},"B":{"items":{"$ref":"#/$defs/A"}}}}"##,
                vec![
                    ("#/$defs/B", Target::Node(3), true),
                    ("#/$defs/A", Target::Node(1), true),
                ],
            ),
            (
                r##"{"items":{"$ref":"#/$defs/A"}}"##,
                vec![("#/$defs/A", Target::Nowhere, false)],
            ),
            (
                r##"{"items":{"$ref":"#/x/A"},"x":{"A":{}}}"##,
                vec![("#/x/A", Target::Elsewhere, false)],
            ),
            (
                r##"{"items":{"$ref":"https://example.com/a.json"}}"##,
                vec![("https://example.com/a.json", Target::Remote, false)],
            ),
            (
                r##"{"$id":"https://example.com/a.json","items":{"$ref":"https://example.com/a.json#x"},"not":{"$anchor":"x"}}"##,
                vec![("https://example.com/a.json#x", Target::Node(2), false)],
            ),
            (
                r##"{"$defs":{"R":{"$id":"r","items":{"$ref":"#/$defs/S"},"$defs":{"S":{}}}}}"##,
                vec![("#/$defs/S", Target::Node(3), false)],
            ),
            (
                r##"{"properties":{"a b":{},"c":{"$ref":"#/properties/a%20b"}}}"##,
                vec![("#/properties/a%20b", Target::Node(1), false)],
            ),
        ] {
            let doc = Doc::parse(text, &Limits::default()).unwrap();
            let tree = Tree::of(doc.root());
            let found: Vec<_> = references(&tree)
                .iter()
                .map(|reference| (reference.target, reference.recursive))
                .collect();
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(_, target, recursive)| (target, recursive))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
