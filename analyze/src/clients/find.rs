//! Finds the constructs in one tool's schemas.

use mcpward_json::{Kind, Value};

use super::construct::Construct;
use crate::pattern;
use crate::subschema::{Node, Reference, Role, Target, Tree};

/// One place with a construct.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Found {
    /// What it is.
    pub(crate) construct: Construct,
    /// The subschema that has it.
    pub(crate) node: usize,
    /// The keyword in that subschema, where one can be named.
    pub(crate) keyword: String,
    /// The value that profiles may tell apart: a format, a keyword; empty otherwise.
    pub(crate) detail: String,
}

/// All constructs of an input schema, sorted by construct and place.
pub(crate) fn find(tree: &Tree<'_>, references: &[Reference]) -> Vec<Found> {
    let mut found = Vec::new();
    at_root(tree.root(), &mut found);
    for (idx, node) in tree.nodes.iter().enumerate() {
        if node.value.is_object() {
            Finder {
                node,
                idx,
                found: &mut found,
            }
            .run();
            if node.role == Role::Property {
                optional_property(tree, idx, node, &mut found);
            }
        }
    }
    for reference in references {
        at_reference(tree, reference, &mut found);
    }
    found.sort();
    found
}

/// All constructs of an output schema, sorted likewise. Models never see it, so only what clients make of it counts.
pub(crate) fn find_in_output(tree: &Tree<'_>, references: &[Reference]) -> Vec<Found> {
    let mut found = Vec::new();
    if names(tree.root(), "draft-07") {
        push(&mut found, Construct::DialectDraft07, 0, "$schema", "");
    }
    let is_endless =
        |reference: &&Reference| reference.recursive || matches!(reference.target, Target::Nowhere | Target::Remote);
    for reference in references.iter().filter(is_endless) {
        push(&mut found, Construct::OutputReference, reference.node, "$ref", "");
    }
    found.sort();
    found
}

fn push(found: &mut Vec<Found>, construct: Construct, node: usize, keyword: &str, detail: &str) {
    found.push(Found {
        construct,
        node,
        keyword: keyword.to_owned(),
        detail: detail.to_owned(),
    });
}

fn at_root(root: &Node<'_>, found: &mut Vec<Found>) {
    let keywords = &root.keywords;
    let combinators = [
        ("anyOf", keywords.any_of),
        ("oneOf", keywords.one_of),
        ("allOf", keywords.all_of),
    ];
    for (keyword, _) in combinators.iter().filter(|(_, value)| value.is_some()) {
        push(found, Construct::RootCombinator, 0, keyword, "");
    }
    for (construct, keyword, value) in [
        (Construct::RootNot, "not", keywords.not),
        (Construct::RootConditional, "if", keywords.condition),
        (Construct::RootEnum, "enum", keywords.values),
    ] {
        if value.is_some() {
            push(found, construct, 0, keyword, "");
        }
    }
    if !keywords.is_type("object") {
        push(found, Construct::RootType, 0, "type", "");
    } else if keywords.properties.is_none() {
        push(found, Construct::ObjectWithoutProperties, 0, "properties", "");
    }
    if names(root, "2020-12") {
        push(found, Construct::Dialect202012, 0, "$schema", "");
    }
}

/// Whether `$schema` names a draft.
fn names(root: &Node<'_>, draft: &str) -> bool {
    let schema = root.keywords.schema.and_then(|schema| schema.as_str());
    schema.is_some_and(|uri| uri.contains(draft))
}

fn at_reference(tree: &Tree<'_>, reference: &Reference, found: &mut Vec<Found>) {
    let construct = match reference.target {
        Target::Node(_) | Target::Elsewhere => Construct::Reference,
        Target::Nowhere | Target::Remote => Construct::DanglingReference,
    };
    push(found, construct, reference.node, "$ref", "");
    if reference.recursive {
        push(found, Construct::RecursiveReference, reference.node, "$ref", "");
    }
    let siblings = tree.nodes[reference.node].value.entries();
    let harmless = ["$ref", "$defs", "definitions", "$schema", "$id"];
    if siblings
        .filter_map(|(name, _)| name.as_str())
        .any(|name| !harmless.contains(&&*name))
    {
        push(found, Construct::ReferenceSiblings, reference.node, "$ref", "");
    }
}

fn optional_property(tree: &Tree<'_>, idx: usize, node: &Node<'_>, found: &mut Vec<Found>) {
    let required = node
        .parent
        .zip(node.name.as_deref())
        .is_some_and(|(parent, name)| tree.nodes[parent].keywords.requires(name));
    if !required {
        push(found, Construct::OptionalProperty, idx, "", "");
    }
}

struct Finder<'a, 'd> {
    node: &'a Node<'d>,
    idx: usize,
    found: &'a mut Vec<Found>,
}

impl Finder<'_, '_> {
    fn run(&mut self) {
        self.shapes();
        self.values();
        self.patterns();
        self.unknown();
    }

    fn push(&mut self, construct: Construct, keyword: &str, detail: &str) {
        push(self.found, construct, self.idx, keyword, detail);
    }

    fn shapes(&mut self) {
        let keywords = self.node.keywords;
        let below_root = self.node.role != Role::Root;
        if below_root && keywords.is_type("object") && !keywords.has_properties() {
            self.push(Construct::EmptyNestedObject, "properties", "");
        }
        let object = keywords.is_type("object") || keywords.properties.is_some();
        if object && keywords.additional_properties.and_then(Value::as_bool) != Some(false) {
            self.push(Construct::OpenObject, "additionalProperties", "");
        }
        if keywords.allows_type("array") && keywords.items.is_none() {
            self.push(Construct::ArrayWithoutItems, "items", "");
        }
        if keywords.items.is_some_and(Value::is_array) {
            self.push(Construct::TupleItems, "items", "");
        }
        if below_root && keywords.one_of.is_some() {
            self.push(Construct::NestedOneOf, "oneOf", "");
        }
        if below_root && keywords.all_of.is_some() {
            self.push(Construct::NestedAllOf, "allOf", "");
        }
        if keywords.types.is_some_and(Value::is_array) {
            self.push(Construct::TypeList, "type", "");
        }
        if keywords.types.is_some() && (keywords.any_of.is_some() || keywords.one_of.is_some()) {
            self.push(
                Construct::UnionBesideType,
                if keywords.any_of.is_some() { "anyOf" } else { "oneOf" },
                "",
            );
        }
        if keywords.types.is_some_and(Value::is_string) && !keywords.is_type("object") {
            for (keyword, value) in [("properties", keywords.properties), ("required", keywords.required)] {
                if value.is_some() {
                    self.push(Construct::MisplacedObjectKeyword, keyword, "");
                }
            }
        }
    }

    fn values(&mut self) {
        let keywords = self.node.keywords;
        if let Some(values) = keywords.values {
            let n_strings = values.items().filter(|value| value.is_string()).count();
            match values.items().count() {
                n_values if n_strings == n_values => {}
                _ if n_strings > 0 => self.push(Construct::EnumType, "enum", "mixed"),
                _ => self.push(Construct::EnumType, "enum", ""),
            }
        }
        if let Some(format) = keywords.format.and_then(Value::as_str) {
            self.push(Construct::Format, "format", &format);
        }
        for (keyword, bound) in [
            ("exclusiveMinimum", keywords.exclusive_minimum),
            ("exclusiveMaximum", keywords.exclusive_maximum),
        ] {
            match bound.map(Value::kind) {
                Some(Kind::Number) => self.push(Construct::ExclusiveBound, keyword, ""),
                Some(Kind::Bool(_)) => self.push(Construct::BooleanExclusiveBound, keyword, ""),
                _ => {}
            }
        }
        if keywords.description.is_some_and(Value::is_null) {
            self.push(Construct::NullDescription, "description", "");
        }
        if keywords.default.is_some() {
            self.push(Construct::DefaultValue, "default", "");
        }
    }

    fn patterns(&mut self) {
        let Some(source) = self.node.keywords.pattern.and_then(Value::as_str) else {
            return;
        };
        if pattern::has_lookaround(&source) {
            self.push(Construct::PatternLookaround, "pattern", "");
        }
        if !pattern::is_anchored(&source) {
            self.push(Construct::PatternUnanchored, "pattern", "");
        }
    }

    fn unknown(&mut self) {
        for (name, _) in self.node.value.entries() {
            if let Some(name) = name.as_str() {
                self.push(Construct::UnknownKeyword, &name, &name);
            }
        }
    }
}
