//! Ids of changes to one keyword that its two values tell apart.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use super::rows::{How, id};
use crate::formats::EXAMPLES;
use crate::regex::parse;
use crate::value::{Json, Rational, ValueId, Values};

/// The id of a change to a keyword, seen in its two schemas.
pub(super) fn single(values: &Values, keyword: &str, (old, new): (ValueId, ValueId)) -> &'static str {
    let (before, after) = (values.field(old, keyword), values.field(new, keyword));
    match keyword {
        "enum" => enum_id(values, before, after),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => bound(values, keyword, (old, new)),
        "format" => format(values, before, after),
        "pattern" if after.is_some_and(|text| values.as_str(text).is_some_and(|text| parse(text).is_none())) => {
            "pattern.invalid"
        }
        _ => flag(keyword, before, after).unwrap_or_else(|| id(keyword, how(values, before, after))),
    }
}

/// Keywords for which a Boolean value is a case of its own.
fn flag(keyword: &str, before: Option<ValueId>, after: Option<ValueId>) -> Option<&'static str> {
    let is = |side: Option<ValueId>, value: ValueId| side == Some(value);
    let (yes, no) = (Values::TRUE, Values::FALSE);
    Some(match keyword {
        "additionalProperties" if is(after, no) => "additionalProperties.false_added",
        "additionalProperties" if is(before, no) => "additionalProperties.opened",
        "additionalProperties" if is(after, yes) && before.is_none() || is(before, yes) && after.is_none() => {
            "additionalProperties.true_vs_absent"
        }
        "additionalProperties" if after.is_none() || is(after, yes) => "additionalProperties.opened",
        "unevaluatedProperties" if is(after, no) => "unevaluatedProperties.false_added",
        "unevaluatedProperties" if is(before, no) && after.is_some() => "unevaluatedProperties.loosened",
        "unevaluatedItems" if is(before, no) && after.is_some() => "unevaluatedItems.loosened",
        "additionalItems" if is(after, no) => "additionalItems.false",
        "items" if is(after, no) => "items.false_added",
        "uniqueItems" if is(after, yes) => "uniqueItems.true_added",
        "uniqueItems" => "uniqueItems.removed",
        "deprecated" if is(after, yes) => "deprecated.true_added",
        "deprecated" => "deprecated.reset",
        "if" => "if.condition_changed",
        _ => return None,
    })
}

pub(super) fn how(values: &Values, before: Option<ValueId>, after: Option<ValueId>) -> How {
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

/// The elements of a list; a single value counts as a list of one.
pub(super) fn listed(values: &Values, list: Option<ValueId>) -> Vec<ValueId> {
    list.map_or(Vec::new(), |list| {
        values.items(list).map_or(vec![list], |items| items.to_vec())
    })
}

/// The id of a change to `type`; at the root, and beside `properties`, more can be said.
pub(super) fn type_id(values: &Values, (old, new): (ValueId, ValueId), is_root: bool) -> &'static str {
    let (before, after) = (values.field(old, "type"), values.field(new, "type"));
    let (a, b) = (listed(values, before), listed(values, after));
    let is = |name: ValueId, text: &str| values.as_str(name).is_some_and(|name| &**name == text);
    let only = |list: &[ValueId], text: &str| matches!(list, [one] if is(*one, text));
    let has = |list: &[ValueId], text: &str| list.iter().any(|&name| is(name, text));
    let keeps = |a: &[ValueId], b: &[ValueId]| a.iter().all(|name| b.contains(name));
    let is_guard = |list: &[ValueId]| only(list, "object") && values.field(new, "properties").is_some();
    let came: Vec<ValueId> = b.iter().filter(|name| !a.contains(name)).copied().collect();
    match () {
        () if (before.is_none() && is_guard(&b)) || (after.is_none() && is_guard(&a)) => "object.type_guard_missing",
        () if before.is_none() => "type.keyword_added",
        () if after.is_none() => "type.keyword_removed",
        () if is_root && has(&a, "object") && !has(&b, "object") => "type.root_not_object",
        () if keeps(&a, &b) && keeps(&b, &a) && a.len() == 1 => "type.singleton_array",
        () if keeps(&a, &b) && keeps(&b, &a) => "type.array_order",
        () if only(&a, "integer") && only(&b, "number") => "type.integer_to_number",
        () if only(&a, "number") && only(&b, "integer") => "type.number_to_integer",
        () if only(&a, "integer") && only(&b, "string") => "integer.to_string_encoded",
        () if keeps(&b, &a) => "type.removed_from_union",
        () if keeps(&a, &b) && only(&came, "null") => "nullable.added",
        () if keeps(&a, &b) => "type.added_to_union",
        () => "type.replaced",
    }
}

fn enum_id(values: &Values, before: Option<ValueId>, after: Option<ValueId>) -> &'static str {
    let (Some(a), Some(b)) = (before, after) else {
        return if before.is_none() { "enum.added" } else { "enum.removed" };
    };
    let (a, b) = (listed(values, Some(a)), listed(values, Some(b)));
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (a.iter().copied().collect(), b.iter().copied().collect());
    let lower = |set: &BTreeSet<ValueId>, other: &BTreeSet<ValueId>| -> Option<BTreeSet<String>> {
        set.difference(other)
            .map(|&value| values.as_str(value).map(|text| text.to_lowercase()))
            .collect()
    };
    match () {
        () if old == new && a.len() != b.len() => "enum.duplicate",
        () if old == new => "enum.reordered",
        () if new.is_empty() => "enum.emptied",
        () if new.is_subset(&old) => "enum.value_removed",
        () if old.is_subset(&new) => "enum.value_added",
        () if lower(&old, &new).is_some_and(|gone| Some(gone) == lower(&new, &old)) => "enum.case_changed",
        () => "enum.changed",
    }
}

/// Integers up to here are their own floating-point numbers.
const EXACT_MAX: u64 = 1 << 53;

fn bound(values: &Values, keyword: &str, (old, new): (ValueId, ValueId)) -> &'static str {
    let (before, after) = (values.field(old, keyword), values.field(new, keyword));
    let plain = id(keyword, how(values, before, after));
    let is_flag = |side: Option<ValueId>| side.is_some_and(|value| matches!(values.get(value), Json::Bool(_)));
    if is_flag(before) || is_flag(after) {
        return if after == Some(Values::TRUE) {
            "exclusive.added"
        } else {
            "exclusive.removed"
        };
    }
    let number =
        |side: ValueId, keyword: &str| values.field(side, keyword).and_then(|at| values.as_number(at)).cloned();
    let large = Rational::from_integer(BigInt::from(EXACT_MAX));
    if let (Some(a), Some(b)) = (number(old, keyword), number(new, keyword))
        && a.abs() >= large
        && b.abs() >= large
        && a.to_f64() == b.to_f64()
    {
        return "number.precision";
    }
    let lowest = [number(new, "minimum"), number(new, "exclusiveMinimum")]
        .into_iter()
        .flatten()
        .max();
    let highest = [number(new, "maximum"), number(new, "exclusiveMaximum")]
        .into_iter()
        .flatten()
        .min();
    if lowest.zip(highest).is_some_and(|(low, high)| low > high) {
        return "number.range_emptied";
    }
    let (other, both) = match keyword {
        "minimum" => ("exclusiveMinimum", "minimum.both_forms"),
        "exclusiveMinimum" => ("minimum", "minimum.both_forms"),
        "maximum" => ("exclusiveMaximum", "maximum.both_forms"),
        _ => ("maximum", "maximum.both_forms"),
    };
    let came_or_went = before.is_none() || after.is_none();
    if came_or_went && number(old, other).is_some() && number(new, other).is_some() {
        both
    } else {
        plain
    }
}

fn format(values: &Values, before: Option<ValueId>, after: Option<ValueId>) -> &'static str {
    let is_known = |side: Option<ValueId>| {
        let name = side.and_then(|name| values.as_str(name));
        name.is_none_or(|name| EXAMPLES.iter().any(|&(known, _)| known == &**name))
    };
    if is_known(before) && is_known(after) {
        id("format", how(values, before, after))
    } else {
        "format.unregistered"
    }
}
