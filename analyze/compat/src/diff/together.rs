//! Keywords that change together: one way of writing becomes another.

use std::collections::BTreeSet;

use super::single::listed;
use crate::value::{Json, ValueId, Values};

/// An id, and the keywords that it accounts for.
pub(super) struct Group {
    pub(super) id: &'static str,
    pub(super) keywords: Vec<String>,
}

/// Two schema objects at one place, seen from one side or the other.
struct Sides<'v> {
    values: &'v Values,
    old: ValueId,
    new: ValueId,
}

/// The groups of changed keywords between two schema objects.
pub(super) fn groups(values: &mut Values, (old, new): (ValueId, ValueId), is_root: bool) -> Vec<Group> {
    if let Some(group) = inlined(values, old, new) {
        return vec![group];
    }
    let sides = Sides { values, old, new };
    if is_root && sides.is_empty_params(old) && sides.is_empty_params(new) {
        return vec![group("object.empty_params", &["type", "properties"])];
    }
    let mut found = Vec::new();
    // The same rewrite counts in either direction.
    for sides in [
        Sides { values, old, new },
        Sides {
            values,
            old: new,
            new: old,
        },
    ] {
        sides.rewrites(&mut found);
    }
    let sides = Sides { values, old, new };
    if sides.went("enum") && sides.came("type") {
        found.push(group("enum.to_type", &["enum", "type"]));
    }
    if sides.went("type") && sides.came("enum") {
        found.push(group("type.to_enum", &["enum", "type"]));
    }
    if sides.went("oneOf") && sides.came("anyOf") {
        found.push(group("oneOf.to_anyOf", &["oneOf", "anyOf"]));
    }
    if sides.went("anyOf") && sides.came("oneOf") {
        found.push(group("anyOf.to_oneOf", &["oneOf", "anyOf"]));
    }
    found
}

fn group(id: &'static str, keywords: &[&str]) -> Group {
    let keywords = keywords.iter().map(|&keyword| keyword.to_owned()).collect();
    Group { id, keywords }
}

/// A group of every keyword that either schema has.
fn whole(id: &'static str, values: &Values, old: ValueId, new: ValueId) -> Group {
    let members = [old, new].map(|side| values.members(side).unwrap_or_default());
    let names = members.iter().flat_map(|members| members.iter());
    let keywords = names
        .filter_map(|&(name, _)| Some(values.as_str(name)?.to_string()))
        .collect();
    Group { id, keywords }
}

impl Sides<'_> {
    fn went(&self, keyword: &str) -> bool {
        self.before(keyword).is_some() && self.after(keyword).is_none()
    }

    fn came(&self, keyword: &str) -> bool {
        self.before(keyword).is_none() && self.after(keyword).is_some()
    }

    fn before(&self, keyword: &str) -> Option<ValueId> {
        self.values.field(self.old, keyword)
    }

    fn after(&self, keyword: &str) -> Option<ValueId> {
        self.values.field(self.new, keyword)
    }

    fn rewrites(&self, found: &mut Vec<Group>) {
        let values = self.values;
        if self.went("type")
            && self.came("anyOf")
            && self
                .branches("anyOf")
                .iter()
                .all(|&branch| self.holds_only(branch, "type"))
        {
            found.push(group("type.union_as_anyof", &["type", "anyOf"]));
        }
        if self.went("enum") && self.came("const") && listed(values, self.before("enum")).len() == 1 {
            found.push(group("enum.single_to_const", &["enum", "const"]));
        }
        for union in ["oneOf", "anyOf"] {
            let consts = self
                .branches(union)
                .iter()
                .all(|&branch| self.holds_only(branch, "const"));
            if self.went("enum") && self.came(union) && consts {
                found.push(group("enum.to_oneof_const", &["enum", union]));
            }
        }
        for (plain, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
            let is_number = |value: Option<ValueId>| value.is_some_and(|value| values.as_number(value).is_some());
            let is_flag = self.before(exclusive) == Some(Values::TRUE);
            if self.went(plain) && is_flag && is_number(self.after(exclusive)) {
                found.push(group("exclusive.boolean_to_number", &[plain, exclusive]));
            } else if self.went(plain) && self.came(exclusive) && is_number(self.after(exclusive)) {
                found.push(group("exclusive_vs_inclusive", &[plain, exclusive]));
            }
        }
        if self.went("pattern") && (self.came("minLength") || self.came("maxLength")) {
            found.push(group("pattern.vs_length", &["pattern", "minLength", "maxLength"]));
        }
        let is_tuple = self.before("items").is_some_and(|items| values.items(items).is_some());
        if is_tuple && self.came("prefixItems") {
            found.push(group(
                "items_array.to_prefixItems",
                &["items", "prefixItems", "additionalItems"],
            ));
        }
        if self.is_element_of_new() {
            found.push(group("array_vs_single", &["type", "items"]));
        }
        if self.went("dependencies") && (self.came("dependentRequired") || self.came("dependentSchemas")) {
            found.push(group(
                "dependencies.split",
                &["dependencies", "dependentRequired", "dependentSchemas"],
            ));
        }
        if self.went("if")
            && ["oneOf", "anyOf", "allOf", "dependentSchemas"]
                .iter()
                .any(|keyword| self.came(keyword))
        {
            found.push(group(
                "if.to_oneOf",
                &["if", "then", "else", "oneOf", "anyOf", "allOf", "dependentSchemas"],
            ));
        }
        if self.went("definitions") && self.came("$defs") {
            found.push(group("def.moved", &["definitions", "$defs"]));
        }
        if self.went("id") && self.came("$id") {
            found.push(group("draft04.id", &["id", "$id"]));
        }
    }

    fn branches(&self, union: &str) -> Vec<ValueId> {
        listed(self.values, self.after(union))
    }

    /// Whether a schema has that keyword, and apart from it only texts.
    fn holds_only(&self, schema: ValueId, keyword: &str) -> bool {
        let members = self.values.members(schema).unwrap_or_default();
        let names = members.iter().filter_map(|&(name, _)| self.values.as_str(name));
        let mut asserting = names.filter(|name| !matches!(&***name, "title" | "description"));
        asserting.next().is_some_and(|name| &**name == keyword) && asserting.next().is_none()
    }

    /// `{}`, `{"type": "object"}`, or that with no properties.
    fn is_empty_params(&self, schema: ValueId) -> bool {
        let Some(members) = self.values.members(schema) else {
            return false;
        };
        members.iter().all(|&(name, value)| {
            let text = |id| self.values.as_str(id).map_or("", |text| &**text);
            match text(name) {
                "type" => text(value) == "object",
                "properties" => self.values.members(value).is_some_and(|map| map.is_empty()),
                _ => false,
            }
        })
    }

    /// Whether the new schema is an array of what the old one is.
    fn is_element_of_new(&self) -> bool {
        let element = self.after("items").and_then(|items| self.values.field(items, "type"));
        let is_array = self
            .after("type")
            .and_then(|name| self.values.as_str(name))
            .is_some_and(|name| &**name == "array");
        self.came("items") && is_array && element.is_some() && element == self.before("type")
    }
}

/// What `allOf` and double negation come to when they are written out.
fn inlined(values: &mut Values, old: ValueId, new: ValueId) -> Option<Group> {
    for (nested, flat) in [(old, new), (new, old)] {
        if let Some(inner) = twice_negated(values, nested)
            && inner == flat
        {
            return Some(whole("not.double", values, old, new));
        }
        if values.field(nested, "allOf").is_some() && values.field(flat, "allOf").is_none() {
            let merged = merged(values, nested)?;
            if merged == flat {
                return Some(whole("allOf.inlined", values, old, new));
            }
        }
    }
    None
}

/// `S` in `{"not": {"not": S}}`.
fn twice_negated(values: &Values, schema: ValueId) -> Option<ValueId> {
    let lone = |schema: ValueId| {
        values
            .members(schema)
            .filter(|members| members.len() == 1)
            .and_then(|_| values.field(schema, "not"))
    };
    lone(lone(schema)?)
}

/// The schema with the branches of its `allOf` written into it, where no two of them say different things with one keyword.
fn merged(values: &mut Values, schema: ValueId) -> Option<ValueId> {
    let branches = values.items(values.field(schema, "allOf")?)?;
    let mut whole = values.replaced(schema, &["allOf".to_owned()], None)?;
    for &branch in branches.iter() {
        for &(name, value) in values.members(branch)?.iter() {
            let known = values.member(whole, name);
            let joined = match known {
                None => value,
                Some(known) if known == value => value,
                Some(known) => joined(values, known, value)?,
            };
            let name = values.as_str(name)?.to_string();
            whole = values.replaced(whole, &[name], Some(joined))?;
        }
    }
    Some(whole)
}

/// Two maps or two lists of names as one.
fn joined(values: &mut Values, a: ValueId, b: ValueId) -> Option<ValueId> {
    match (values.get(a), values.get(b)) {
        (Json::Object(a), Json::Object(b)) => {
            let both: Vec<_> = a.iter().chain(b.iter()).copied().collect();
            let n_names = both.iter().map(|&(name, _)| name).collect::<BTreeSet<_>>().len();
            (n_names == both.len()).then(|| values.object(both))
        }
        (Json::Array(a), Json::Array(b)) => {
            let both = a
                .iter()
                .chain(b.iter().filter(|name| !a.contains(name)))
                .copied()
                .collect();
            Some(values.array(both))
        }
        _ => None,
    }
}
