//! What changed between two schemas, as edits of the old one, in document order.
//!
//! Both trees are walked side by side, keyword by keyword, with a stack of our own. Definitions are compared where they are
//! defined, so that a change is reported once, however often it is referred to. Branches of unions are paired by equality,
//! then by what they resemble, never by place alone.

mod attribute;
mod edit;
mod rows;
mod union;

use std::collections::BTreeSet;

pub(crate) use attribute::changes;

use crate::compile::{LIST, MAP, ONE};
use crate::limits::CHANGES_MAX;
use crate::value::{Json, ValueId, Values};
use edit::Edit;
use rows::{How, id};

/// Two schemas at the same place.
struct Pair {
    old: ValueId,
    new: ValueId,
    old_path: Vec<String>,
    new_path: Vec<String>,
}

impl Pair {
    fn below(&self, old: ValueId, new: ValueId, tokens: &[&str], new_tokens: &[&str]) -> Self {
        let extend = |path: &[String], tokens: &[&str]| {
            let mut path = path.to_vec();
            path.extend(tokens.iter().map(|token| (*token).to_owned()));
            path
        };
        Self {
            old,
            new,
            old_path: extend(&self.old_path, tokens),
            new_path: extend(&self.new_path, new_tokens),
        }
    }

    fn edit(&self, id: &'static str, tokens: &[&str], before: Option<ValueId>, after: Option<ValueId>) -> Edit {
        let at = self.below(self.old, self.new, tokens, tokens);
        Edit {
            id,
            old_path: at.old_path,
            new_path: at.new_path,
            before,
            after,
            also: None,
        }
    }
}

/// All edits, at most [`CHANGES_MAX`].
fn edits(values: &mut Values, old: ValueId, new: ValueId) -> Vec<Edit> {
    let mut found = Vec::new();
    let mut open = vec![Pair {
        old,
        new,
        old_path: Vec::new(),
        new_path: Vec::new(),
    }];
    let mut seen = BTreeSet::new();
    while let Some(pair) = open.pop() {
        if pair.old == pair.new || found.len() >= CHANGES_MAX {
            continue;
        }
        if !seen.insert((pair.old, pair.new, pair.old_path.clone())) {
            continue;
        }
        let mut next = Vec::new();
        if let (Some(_), Some(_)) = (values.members(pair.old), values.members(pair.new)) {
            compare(values, &pair, &mut found, &mut next);
        } else {
            let id = match (values.get(pair.old), values.get(pair.new)) {
                (_, Json::Bool(false)) => "schema.became_unsatisfiable",
                (_, Json::Bool(true)) => "schema.became_universal",
                _ => "type.boolean_schema",
            };
            found.push(pair.edit(id, &[], Some(pair.old), Some(pair.new)));
        }
        next.reverse();
        open.extend(next);
    }
    found.truncate(CHANGES_MAX);
    found
}

/// Compares two schema objects; pairs of subschemas go to `next`.
fn compare(values: &mut Values, pair: &Pair, found: &mut Vec<Edit>, next: &mut Vec<Pair>) {
    let mut keywords: BTreeSet<String> = BTreeSet::new();
    for side in [pair.old, pair.new] {
        for &(name, _) in values.members(side).unwrap_or_default().iter() {
            keywords.extend(values.as_str(name).map(|name| name.to_string()));
        }
    }
    for keyword in keywords {
        let (before, after) = (values.field(pair.old, &keyword), values.field(pair.new, &keyword));
        if before == after {
            continue;
        }
        let keyword = keyword.as_str();
        match (before, after) {
            (Some(a), Some(b)) if MAP.contains(&keyword) && is_map(values, a, b) => {
                map(values, pair, keyword, a, b, found, next);
            }
            (None, Some(b)) if keyword == "properties" => {
                let empty = values.object(Vec::new());
                map(values, pair, keyword, empty, b, found, next);
            }
            (Some(a), None) if keyword == "properties" => {
                let empty = values.object(Vec::new());
                map(values, pair, keyword, a, empty, found, next);
            }
            (Some(a), Some(b)) if LIST.contains(&keyword) && is_list(values, a, b) => {
                union::branches(values, pair, keyword, a, b, found, next);
            }
            (Some(a), Some(b)) if ONE.contains(&keyword) && is_schema(values, a) && is_schema(values, b) => {
                let below = pair.below(a, b, &[keyword], &[keyword]);
                next.push(below);
            }
            _ if keyword == "required" => required(values, pair, before, after, found),
            _ if keyword == "type" => found.push(pair.edit(type_id(values, before, after), &["type"], before, after)),
            _ if keyword == "enum" => found.push(pair.edit(enum_id(values, before, after), &["enum"], before, after)),
            _ => {
                let id =
                    special(values, keyword, before, after).unwrap_or_else(|| id(keyword, how(values, before, after)));
                found.push(pair.edit(id, &[keyword], before, after));
            }
        }
    }
}

fn is_map(values: &Values, a: ValueId, b: ValueId) -> bool {
    values.members(a).is_some() && values.members(b).is_some()
}

fn is_list(values: &Values, a: ValueId, b: ValueId) -> bool {
    values.items(a).is_some() && values.items(b).is_some()
}

fn is_schema(values: &Values, a: ValueId) -> bool {
    matches!(values.get(a), Json::Object(_) | Json::Bool(_))
}

fn special(values: &Values, keyword: &str, before: Option<ValueId>, after: Option<ValueId>) -> Option<&'static str> {
    let closed = |value: Option<ValueId>| value == Some(Values::FALSE);
    match keyword {
        "additionalProperties" if closed(after) => Some("additionalProperties.false_added"),
        "additionalProperties" if closed(before) => Some("additionalProperties.opened"),
        "additionalProperties" if before.is_none() && after == Some(Values::TRUE) => {
            Some("additionalProperties.true_vs_absent")
        }
        "unevaluatedProperties" if closed(after) => Some("unevaluatedProperties.false_added"),
        "items" if closed(after) => Some("items.false_added"),
        "uniqueItems" if after == Some(Values::FALSE) => Some("uniqueItems.removed"),
        "uniqueItems" if after == Some(Values::TRUE) => Some("uniqueItems.true_added"),
        "$ref" if before.is_none() && values.as_str(after?)?.starts_with("http") => Some("ref.external_added"),
        _ => None,
    }
}

fn how(values: &Values, before: Option<ValueId>, after: Option<ValueId>) -> How {
    match (before, after) {
        (None, _) => How::Added,
        (_, None) => How::Removed,
        (Some(a), Some(b)) => match (values.as_number(a), values.as_number(b)) {
            (Some(a), Some(b)) if a < b => How::Grown,
            (Some(_), Some(_)) => How::Shrunk,
            _ => How::Changed,
        },
    }
}

fn names(values: &Values, list: Option<ValueId>) -> Vec<ValueId> {
    list.map_or(Vec::new(), |list| {
        values.items(list).map_or(vec![list], |items| items.to_vec())
    })
}

fn type_id(values: &Values, before: Option<ValueId>, after: Option<ValueId>) -> &'static str {
    let (old, new) = (names(values, before), names(values, after));
    let only =
        |list: &[ValueId], name: &str| matches!(list, [one] if values.as_str(*one).is_some_and(|text| &**text == name));
    let keeps = |a: &[ValueId], b: &[ValueId]| a.iter().all(|name| b.contains(name));
    match () {
        () if before.is_none() => "type.keyword_added",
        () if after.is_none() => "type.keyword_removed",
        () if keeps(&old, &new) && keeps(&new, &old) => "type.array_order",
        () if only(&old, "integer") && only(&new, "number") => "type.integer_to_number",
        () if only(&old, "number") && only(&new, "integer") => "type.number_to_integer",
        () if keeps(&new, &old) => "type.removed_from_union",
        () if keeps(&old, &new) => "type.added_to_union",
        () => "type.replaced",
    }
}

fn enum_id(values: &Values, before: Option<ValueId>, after: Option<ValueId>) -> &'static str {
    let (Some(a), Some(b)) = (before, after) else {
        return if before.is_none() { "enum.added" } else { "enum.removed" };
    };
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (
        names(values, Some(a)).into_iter().collect(),
        names(values, Some(b)).into_iter().collect(),
    );
    match () {
        () if old == new => "enum.reordered",
        () if new.is_empty() => "enum.emptied",
        () if new.is_subset(&old) => "enum.value_removed",
        () if old.is_subset(&new) => "enum.value_added",
        () => "enum.changed",
    }
}

/// Names that became required or optional; those of properties that came or went belong to that edit.
fn required(values: &mut Values, pair: &Pair, before: Option<ValueId>, after: Option<ValueId>, found: &mut Vec<Edit>) {
    let (old, new) = (names(values, before), names(values, after));
    let has = |side: ValueId, name: ValueId| {
        values
            .field(side, "properties")
            .is_some_and(|properties| values.member(properties, name).is_some())
    };
    let mut list = Vec::new();
    for &name in new.iter().filter(|name| !old.contains(name)) {
        if has(pair.new, name) && !has(pair.old, name) {
            continue;
        }
        list.push((name, "property.became_required"));
    }
    for &name in old.iter().filter(|name| !new.contains(name)) {
        if has(pair.old, name) && !has(pair.new, name) {
            continue;
        }
        list.push((name, "property.became_optional"));
    }
    for (name, id) in list {
        let mut changed = old.clone();
        if id == "property.became_required" {
            changed.push(name);
        } else {
            changed.retain(|&known| known != name);
        }
        let changed = values.array(changed);
        let mut edit = pair.edit(id, &["required"], before, Some(changed));
        edit.before = if id == "property.became_optional" {
            Some(name)
        } else {
            None
        };
        found.push(edit);
    }
}

fn map(
    values: &mut Values,
    pair: &Pair,
    keyword: &str,
    a: ValueId,
    b: ValueId,
    found: &mut Vec<Edit>,
    next: &mut Vec<Pair>,
) {
    let (old, new) = (
        values.members(a).unwrap_or_default(),
        values.members(b).unwrap_or_default(),
    );
    let mut names: Vec<(String, ValueId)> = old
        .iter()
        .chain(new.iter())
        .filter_map(|&(name, _)| Some((values.as_str(name)?.to_string(), name)))
        .collect();
    names.sort();
    names.dedup();
    for (text, name) in names {
        let text = text.as_str();
        match (values.member(a, name), values.member(b, name)) {
            (Some(before), Some(after)) if before == after => {}
            (Some(before), Some(after)) if is_schema(values, before) && is_schema(values, after) => {
                let below = pair.below(before, after, &[keyword, text], &[keyword, text]);
                next.push(below);
            }
            (before, after) => {
                let mut edit = pair.edit(id(keyword, how(values, before, after)), &[keyword, text], before, after);
                if keyword == "properties" {
                    along_with_required(values, pair, name, &mut edit);
                }
                found.push(edit);
            }
        }
    }
}

/// A property that comes or goes takes its place in `required` along.
fn along_with_required(values: &mut Values, pair: &Pair, name: ValueId, edit: &mut Edit) {
    let list = |side: ValueId| values.field(side, "required");
    let (before, after) = (list(pair.old), list(pair.new));
    let (old, new) = (names(values, before), names(values, after));
    let (was, is) = (old.contains(&name), new.contains(&name));
    if was == is {
        return;
    }
    let mut changed = old;
    if is {
        changed.push(name);
        edit.id = "property.required_added";
    } else {
        changed.retain(|&known| known != name);
    }
    let changed = values.array(changed);
    edit.also = Some(Box::new(pair.edit(edit.id, &["required"], before, Some(changed))));
}
