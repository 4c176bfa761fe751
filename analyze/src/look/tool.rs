//! One tool, as the rules about schemas see it.

use mcpward_compat::Draft;
use mcpward_json::Value;

use crate::contract::Surface;
use crate::subschema::{Reference, Tree, references};

/// One tool.
pub(crate) struct Tool<'a> {
    /// The entry of the list; an object.
    pub(crate) value: Value<'a>,
    /// Its name; empty where it has none.
    pub(crate) name: String,
    /// The version of the protocol that is spoken.
    pub(crate) version: &'a str,
    /// `inputSchema`, where it is an object.
    pub(crate) input: Option<Schema<'a>>,
    /// `outputSchema`, where it is an object.
    pub(crate) output: Option<Schema<'a>>,
}

/// One schema of a tool.
pub(crate) struct Schema<'a> {
    /// The member that holds it.
    pub(crate) member: &'static str,
    /// Its subschemas.
    pub(crate) tree: Tree<'a>,
    /// Its references.
    pub(crate) references: Vec<Reference>,
    /// Its dialect: what `$schema` names, else 2020-12, the default of MCP.
    pub(crate) draft: Draft,
    /// Whether `$schema` names a draft.
    pub(crate) is_labeled: bool,
}

impl<'a> Tool<'a> {
    /// Reads an entry of the list of tools.
    pub(crate) fn of(value: Value<'a>, version: &'a str) -> Self {
        let schema = |member: &'static str| {
            value
                .get(member)
                .filter(|schema| schema.is_object())
                .map(|schema| Schema::of(schema, member))
        };
        Self {
            value,
            name: value
                .get("name")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .into_owned(),
            version,
            input: schema("inputSchema"),
            output: schema("outputSchema"),
        }
    }

    /// Its schemas.
    pub(crate) fn schemas(&self) -> impl Iterator<Item = &Schema<'a>> {
        self.input.iter().chain(&self.output)
    }

    /// Whether the specification spoken names 2020-12 as the dialect of schemas without `$schema`.
    pub(crate) fn has_default_dialect(&self) -> bool {
        self.version >= "2025-11-25"
    }
}

impl<'a> Schema<'a> {
    fn of(schema: Value<'a>, member: &'static str) -> Self {
        let tree = Tree::of(schema);
        let references = references(&tree);
        let label = tree.root().keywords.schema.and_then(|label| label.as_str());
        let named = label.as_deref().and_then(Draft::from_schema_uri);
        Self {
            member,
            references,
            draft: named.unwrap_or_default(),
            is_labeled: named.is_some(),
            tree,
        }
    }

    /// Its subschemas and references.
    pub(crate) fn parts(&self) -> (&Tree<'a>, &[Reference]) {
        (&self.tree, &self.references)
    }

    /// A place in it, as a JSON Pointer into the tool; the keyword may be empty.
    pub(crate) fn pointer(&self, node: usize, keyword: &str) -> String {
        let mut pointer = format!("/{}{}", self.member, self.tree.pointer(node));
        if !keyword.is_empty() {
            mcpward_json::push_token(&mut pointer, keyword);
        }
        pointer
    }

    /// Subschemas that are objects, each with its index.
    pub(crate) fn objects(&self) -> impl Iterator<Item = (usize, &crate::subschema::Node<'a>)> {
        self.tree
            .nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| node.value.is_object())
    }
}

/// The version of the protocol that a surface speaks; empty where there is none.
pub(crate) fn version(surface: Option<&Surface>) -> String {
    surface.map(Surface::version).unwrap_or_default()
}
