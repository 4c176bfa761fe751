//! Maps, whose keys are data, told from records, whose keys are names.
//!
//! A map whose keys change is no drift. Where nothing but the keys of one object is known, only keys that look like data
//! make a map; that a record has numbers only makes none.

use std::collections::BTreeMap;

use mcpward_json::Value;

use super::outline::{Member, Shape};

/// What the tool's `outputSchema` says about one place.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Declared<'d> {
    root: Option<Value<'d>>,
    here: Option<Value<'d>>,
}

impl<'d> Declared<'d> {
    /// The whole schema, where there is one.
    pub(super) fn of(schema: Option<Value<'d>>) -> Self {
        Self {
            root: schema,
            here: schema,
        }
    }

    /// A place below. One local reference is followed, as generators write them.
    fn below(self, schema: Option<Value<'d>>) -> Self {
        let target = schema.and_then(|schema| {
            let reference = schema.get("$ref")?.as_str()?;
            self.root?.pointer(reference.strip_prefix('#')?)
        });
        Self {
            root: self.root,
            here: target.or(schema),
        }
    }

    pub(super) fn member(self, name: &str) -> Self {
        let schema = self.here.and_then(|here| {
            let named = here.get("properties").and_then(|all| all.get(name));
            named.or_else(|| here.get("additionalProperties"))
        });
        self.below(schema)
    }

    pub(super) fn items(self) -> Self {
        self.below(self.here.and_then(|here| here.get("items")))
    }

    /// Whether the schema describes values for any key, and no key by name.
    pub(super) fn is_map(self) -> bool {
        let has = |name: &str| {
            self.here
                .and_then(|here| here.get(name))
                .is_some_and(|value| value.is_object() && value.n_children() > 0)
        };
        (has("additionalProperties") || has("patternProperties")) && !has("properties")
    }
}

/// Whether the members of `n_objects` objects are entries of maps.
pub(super) fn is_map(members: &BTreeMap<String, Member>, n_objects: u64) -> bool {
    if !has_one_type(members) {
        return false;
    }
    let is_data = members.keys().all(|key| looks_like_data(key));
    let is_never_the_same = n_objects > 1 && members.len() > 1 && members.values().all(|member| member.is_optional);
    is_data || is_never_the_same
}

/// Whether two records are rather one map with other keys: no key is left of what was, and the values look alike.
pub(super) fn keys_changed(old: &Shape, new: &Shape) -> bool {
    let (old, new) = (&old.members, &new.members);
    if old.len() < 2 || new.len() < 2 || !has_one_type(old) || !has_one_type(new) {
        return false;
    }
    let all_new = !old.keys().any(|key| new.contains_key(key));
    // Values that are records themselves, all of one shape, are entries even where some keys stayed.
    let first = old.values().next().map(|member| &member.shape);
    let entries = first.is_some_and(|first| {
        let is_like = |member: &Member| member.shape == *first;
        first.members.len() > 1 && old.len() > 2 && new.len() > 2 && old.values().chain(new.values()).all(is_like)
    });
    values(old).types == values(new).types && (all_new || entries)
}

/// What all values of a map look like together.
pub(super) fn values(members: &BTreeMap<String, Member>) -> Shape {
    let mut out = Shape::default();
    for member in members.values() {
        out.merge(&member.shape);
    }
    out
}

/// Whether all values are of one JSON type, null left out.
fn has_one_type(members: &BTreeMap<String, Member>) -> bool {
    let types = values(members).types;
    types.iter().filter(|name| *name != "null").count() == 1
}

/// Numbers, dates, digests, addresses, paths: what nobody names a member of a record.
fn looks_like_data(key: &str) -> bool {
    let is_hex = key.len() >= 8
        && key.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
        && key.contains(|c: char| c.is_ascii_digit());
    key.starts_with(|c: char| c.is_ascii_digit()) || key.contains(['/', '@', ':', ' ', '\\']) || is_hex
}

impl Shape {
    /// Adds another shape: what either had.
    fn merge(&mut self, other: &Self) {
        let had_objects = self.types.contains("object");
        let brings_objects = other.types.contains("object");
        if brings_objects {
            for member in self
                .members
                .iter_mut()
                .filter(|(name, _)| !other.members.contains_key(*name))
            {
                member.1.is_optional = true;
            }
        }
        for (name, member) in &other.members {
            match self.members.get_mut(name) {
                Some(own) => {
                    own.is_optional |= member.is_optional;
                    own.shape.merge(&member.shape);
                }
                None => {
                    let mut member = member.clone();
                    member.is_optional |= had_objects;
                    self.members.insert(name.clone(), member);
                }
            }
        }
        self.types.extend(other.types.iter().cloned());
        for (own, other) in [(&mut self.values, &other.values), (&mut self.items, &other.items)] {
            if let Some(other) = other {
                own.get_or_insert_default().merge(other);
            }
        }
    }
}
