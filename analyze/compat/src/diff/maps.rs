//! Changes to keywords that map names to schemas or to lists of names.

use std::collections::{BTreeMap, BTreeSet};

use super::edit::Edit;
use super::references::is_recursive;
use super::rows::id;
use super::single::{how, listed, type_id};
use super::within::RECURSIVE;
use super::{Pair, Walk, is_schema};
use crate::value::{ValueId, Values};

/// A name, as text and as a value.
type Name = (String, ValueId);

impl Walk<'_> {
    /// Compares two maps name by name; an absent one is empty.
    pub(super) fn map(&mut self, pair: &Pair, keyword: &str, before: Option<ValueId>, after: Option<ValueId>) {
        let empty = self.values.object(Vec::new());
        let (a, b) = (before.unwrap_or(empty), after.unwrap_or(empty));
        let mut names = names(self.values, a, b);
        self.renamed(pair, keyword, a, b, &mut names);
        for (text, name) in names {
            let (before, after) = (self.values.member(a, name), self.values.member(b, name));
            if before == after {
                continue;
            }
            match (before, after) {
                (Some(before), Some(after)) if is_schema(self.values, before) && is_schema(self.values, after) => {
                    self.both(pair, keyword, &(text, name), before, after);
                }
                _ => self.one(pair, keyword, &(text, name), before, after),
            }
        }
    }

    /// A name that both maps have, with another schema.
    fn both(&mut self, pair: &Pair, keyword: &str, name: &Name, before: ValueId, after: ValueId) {
        let tokens = [keyword, name.0.as_str()];
        if keyword == "properties" && after == Values::FALSE {
            let edit = pair.edit("property.schema_false", &tokens, Some(before), Some(after));
            self.found.push(edit);
            return;
        }
        if keyword == "properties" && self.swapped(pair, name, before, after) {
            return;
        }
        let mut below = pair.below(before, after, &tokens, &tokens);
        if matches!(keyword, "$defs" | "definitions") {
            let path = &below.new_path;
            if !self.new.uses(self.values, path, after) && !self.old.uses(self.values, &below.old_path, before) {
                let edit = pair.edit("def.unused_changed", &tokens, Some(before), Some(after));
                self.found.push(edit);
                return;
            }
            if is_recursive(self.values, path, after) {
                below.holder = Some(RECURSIVE);
            }
        }
        self.next.push(below);
    }

    /// A property whose type is another one, and which became required or optional with it.
    fn swapped(&mut self, pair: &Pair, name: &Name, before: ValueId, after: ValueId) -> bool {
        let required = |values: &Values, side| listed(values, values.field(side, "required")).contains(&name.1);
        let flips = required(self.values, pair.old) != required(self.values, pair.new);
        let has_type = |side| self.values.field(side, "type").is_some();
        let is_other =
            has_type(before) && has_type(after) && type_id(self.values, (before, after), false) == "type.replaced";
        if !flips || !is_other {
            return false;
        }
        let tokens = ["properties", name.0.as_str()];
        let mut edit = pair.edit("property.type_and_required_swapped", &tokens, Some(before), Some(after));
        edit.steps.extend(self.required_as_in_new(pair, &[name.1]));
        self.found.push(edit);
        true
    }

    /// A name that only one map has, or whose value is no schema.
    fn one(&mut self, pair: &Pair, keyword: &str, name: &Name, before: Option<ValueId>, after: Option<ValueId>) {
        let tokens = [keyword, name.0.as_str()];
        let mut edit = pair.edit(id(keyword, how(self.values, before, after)), &tokens, before, after);
        match keyword {
            "properties" => {
                let added = before.is_none();
                edit.steps.extend(self.required_as_in_new(pair, &[name.1]));
                edit.id = match (added, edit.steps.len() > 1) {
                    (true, _) if self.is_barred(pair, name.1) => "additionalProperties.scope_trap",
                    (true, true) => "property.required_added",
                    (true, false) => "property.optional_added",
                    (false, _) => edit.id,
                };
            }
            "$defs" | "definitions" => {
                let used = match (before, after) {
                    (_, Some(after)) => self.new.uses(self.values, &edit.new_path, after),
                    (Some(before), None) => self.old.uses(self.values, &edit.old_path, before),
                    (None, None) => true,
                };
                if !used {
                    edit.id = if before.is_none() {
                        "def.unused_added"
                    } else {
                        "def.unused_removed"
                    };
                }
            }
            "dependentRequired" => {
                if let (Some(before), Some(after)) = (before, after) {
                    let set = |list| listed(self.values, Some(list)).into_iter().collect::<BTreeSet<_>>();
                    let (old, new) = (set(before), set(after));
                    if old.is_subset(&new) {
                        edit.id = "dependentRequired.extended";
                    } else if new.is_subset(&old) {
                        edit.id = "dependentRequired.reduced";
                    }
                }
            }
            _ => {}
        }
        self.found.push(edit);
    }

    /// A name that went and one that came with the same schema: the one was renamed.
    fn renamed(&mut self, pair: &Pair, keyword: &str, a: ValueId, b: ValueId, names: &mut Vec<Name>) {
        let id = match keyword {
            "properties" => "property.renamed",
            "patternProperties" => "patternProperties.regex_changed",
            _ => return,
        };
        let mut told = BTreeSet::new();
        let came = lone(self.values, names, b, a);
        for (schema, went) in lone(self.values, names, a, b) {
            let says_something = self.values.members(schema).is_some_and(|members| !members.is_empty());
            let ([old], Some([new]), true) = (went.as_slice(), came.get(&schema).map(Vec::as_slice), says_something)
            else {
                continue;
            };
            let mut edit = pair.edit(id, &[keyword, &old.0], Some(schema), None);
            let came = pair.edit(id, &[keyword, &new.0], None, Some(schema));
            edit.after = came.after;
            edit.new_path = came.new_path;
            edit.steps.extend(came.steps);
            if keyword == "properties" {
                edit.steps.extend(self.required_as_in_new(pair, &[old.1, new.1]));
            }
            self.found.push(edit);
            told.extend([old.1, new.1]);
        }
        names.retain(|name| !told.contains(&name.1));
    }

    /// The step that makes these names required, or optional, as they are in the new schema.
    fn required_as_in_new(&mut self, pair: &Pair, names: &[ValueId]) -> Option<(Vec<String>, Option<ValueId>)> {
        let list = |values: &Values, side| listed(values, values.field(side, "required"));
        let (old, new) = (list(self.values, pair.old), list(self.values, pair.new));
        let mut changed = old.clone();
        changed.retain(|name| !names.contains(name));
        changed.extend(names.iter().filter(|name| new.contains(name)));
        let set = |list: &[ValueId]| list.iter().copied().collect::<BTreeSet<_>>();
        if set(&changed) == set(&old) {
            return None;
        }
        let changed = self.values.array(changed);
        let mut path = pair.old_path.clone();
        path.push("required".to_owned());
        Some((path, Some(changed)))
    }

    /// Whether another branch of an `allOf` that this one belongs to bars the name.
    fn is_barred(&self, pair: &Pair, name: ValueId) -> bool {
        let declares = |schema: &ValueId| {
            let values = &*self.values;
            let map = values.field(*schema, "properties");
            map.is_some_and(|map| values.member(map, name).is_some())
                || values.field(*schema, "patternProperties").is_some()
        };
        !pair.barred.iter().chain(&self.closed_branches(pair.new)).all(declares)
    }

    /// Names that became required or optional; those of properties that came or went belong to that edit.
    pub(super) fn required(&mut self, pair: &Pair, before: Option<ValueId>, after: Option<ValueId>) {
        let (old, new) = (listed(self.values, before), listed(self.values, after));
        let has = |side: ValueId, name: ValueId| {
            let map = self.values.field(side, "properties");
            map.is_some_and(|map| self.values.member(map, name).is_some())
        };
        let is_closed = self.values.field(pair.new, "additionalProperties") == Some(Values::FALSE);
        let mut list = Vec::new();
        for &name in new.iter().filter(|name| !old.contains(name)) {
            match (has(pair.old, name), has(pair.new, name)) {
                (false, true) => {}
                (_, false) if is_closed => list.push((name, "object.required_unknown_name")),
                _ => list.push((name, "property.became_required")),
            }
        }
        for &name in old.iter().filter(|name| !new.contains(name)) {
            if !has(pair.old, name) || has(pair.new, name) {
                list.push((name, "property.became_optional"));
            }
        }
        for (name, id) in list {
            // A property whose schema took the flag along, or which was renamed, has its edit already.
            let is_told = |edit: &Edit| {
                edit.steps.len() > 1 && edit.schemas == (pair.old, pair.new) && self.speaks_of(edit, name)
            };
            if self.found.iter().any(is_told) {
                continue;
            }
            let mut changed = old.clone();
            changed.retain(|&known| known != name);
            if id != "property.became_optional" {
                changed.push(name);
            }
            let changed = self.values.array(changed);
            let mut edit = pair.edit(id, &["required"], before, Some(changed));
            edit.before = (id == "property.became_optional").then_some(name);
            edit.after = (id != "property.became_optional").then_some(name);
            self.found.push(edit);
        }
    }

    fn speaks_of(&self, edit: &Edit, name: ValueId) -> bool {
        let text = self.values.as_str(name).map_or("", |text| &**text);
        [&edit.old_path, &edit.new_path]
            .iter()
            .any(|path| path.last().is_some_and(|last| last == text))
    }
}

/// The names of one map that the other one lacks, by schema.
fn lone(values: &Values, names: &[Name], map: ValueId, other: ValueId) -> BTreeMap<ValueId, Vec<Name>> {
    let mut found: BTreeMap<ValueId, Vec<Name>> = BTreeMap::new();
    for name in names {
        if let (Some(schema), None) = (values.member(map, name.1), values.member(other, name.1)) {
            found.entry(schema).or_default().push(name.clone());
        }
    }
    found
}

/// The names of either map, in order.
fn names(values: &Values, a: ValueId, b: ValueId) -> Vec<Name> {
    let members = [a, b].map(|map| values.members(map).unwrap_or_default());
    let members = members.iter().flat_map(|members| members.iter());
    let names: BTreeSet<Name> = members
        .filter_map(|&(name, _)| Some((values.as_str(name)?.to_string(), name)))
        .collect();
    names.into_iter().collect()
}
