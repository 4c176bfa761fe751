//! The edits that lead from one schema to another, in words. They explain; what they come to is proved elsewhere.

use mcpward_json::{Decimal, Value, canonical, push_token};

use super::change::Edit;
use super::leaves::{Place, place};
use super::limits::{EDITS_MAX, QUOTE_CHARS_MAX};
use super::text::visible;

/// Edits by pointer, at most [`EDITS_MAX`].
pub(super) fn explain(old: Value<'_>, new: Value<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut todo = vec![(old, new, String::new())];
    while let Some((old, new, at)) = todo.pop() {
        if edits.len() >= EDITS_MAX {
            break;
        }
        if old.raw() == new.raw() {
            continue;
        }
        if !old.is_object() || !new.is_object() {
            push(
                &mut edits,
                &at,
                format!("changed {} from {} to {}", label(&at), short(old), short(new)),
                true,
            );
            continue;
        }
        members(old, new, &at, &mut edits);
        keywords(old, new, &at, &mut edits, &mut todo);
    }
    edits.sort();
    edits.truncate(EDITS_MAX);
    edits
}

fn push(edits: &mut Vec<Edit>, at: &str, words: String, narrows: bool) {
    let mut steps = at.split('/').skip(1);
    let first = steps
        .next()
        .filter(|step| *step == "properties")
        .and_then(|_| steps.next());
    let field = first.map(|name| name.replace("~1", "/").replace("~0", "~"));
    edits.push(Edit {
        pointer: at.to_owned(),
        words,
        narrows,
        field,
    });
}

/// `properties` and `required` together.
fn members(old: Value<'_>, new: Value<'_>, at: &str, edits: &mut Vec<Edit>) {
    let names = |schema: Value<'_>, member: &str| -> Vec<String> {
        match schema.get(member) {
            Some(list) if list.is_array() => list.items().filter_map(|name| name.as_str().map(Into::into)).collect(),
            Some(map) => map
                .entries()
                .filter_map(|(name, _)| name.as_str().map(Into::into))
                .collect(),
            None => Vec::new(),
        }
    };
    let (old_names, new_names) = (names(old, "properties"), names(new, "properties"));
    let (old_required, new_required) = (names(old, "required"), names(new, "required"));
    for name in &new_names {
        let is_required = new_required.contains(name);
        let was_required = old_required.contains(name);
        let label = property(at, name);
        if !old_names.contains(name) {
            let how = if is_required { "required" } else { "optional" };
            push(edits, at, format!("added {how} property {label}"), is_required);
        } else if is_required && !was_required {
            push(edits, at, format!("made {label} required"), true);
        } else if was_required && !is_required {
            push(edits, at, format!("made {label} optional"), false);
        }
    }
    for name in old_names.iter().filter(|name| !new_names.contains(name)) {
        let how = if old_required.contains(name) { "required " } else { "" };
        let words = format!("removed {how}property {}", property(at, name));
        push(edits, at, words, true);
        if let Some(edit) = edits.last_mut().filter(|_| at.is_empty()) {
            edit.field = Some(name.clone());
        }
    }
    for name in new_required
        .iter()
        .filter(|name| !old_required.contains(name) && !new_names.contains(name))
    {
        push(edits, at, format!("requires {}", property(at, name)), true);
    }
}

fn keywords<'a, 'b>(
    old: Value<'a>,
    new: Value<'b>,
    at: &str,
    edits: &mut Vec<Edit>,
    todo: &mut Vec<(Value<'a>, Value<'b>, String)>,
) {
    let mut names: Vec<String> = old
        .entries()
        .chain(new.entries())
        .map(|(name, _)| name.as_str().unwrap_or_default().into_owned())
        .collect();
    names.sort();
    names.dedup();
    for name in names
        .iter()
        .filter(|name| !matches!(name.as_str(), "required" | "$schema"))
    {
        let (before, after) = (old.get(name), new.get(name));
        let mut below = at.to_owned();
        push_token(&mut below, name);
        let kind = match (before, after) {
            (Some(value), _) => place(name, value),
            (None, Some(value)) => place(name, value),
            (None, None) => continue,
        };
        match (kind, before, after) {
            (Place::Leaf(super::leaves::LeafKind::Choice), ..) | (Place::Choices | Place::Assertion, ..) => {
                assertion(name, before, after, at, edits);
            }
            (Place::Leaf(_), ..) => {}
            (Place::Map, Some(before), Some(after)) => {
                for (key, value) in before.entries() {
                    let key = key.as_str().unwrap_or_default();
                    if let Some(other) = after.get(&key) {
                        let mut below = below.clone();
                        push_token(&mut below, &key);
                        todo.push((value, other, below));
                    }
                }
                if name == "patternProperties" || name.starts_with("dependent") {
                    assertion_count(name, before, after, at, edits);
                }
            }
            (Place::List, Some(before), Some(after)) if before.n_children() == after.n_children() => {
                let pairs = before.items().zip(after.items()).enumerate();
                todo.extend(pairs.map(|(idx, (before, after))| (before, after, format!("{below}/{idx}"))));
            }
            (Place::List, Some(before), Some(after)) => assertion_count(name, before, after, at, edits),
            (Place::Schema, Some(before), Some(after)) if after.is_object() => todo.push((before, after, below)),
            (Place::Map, ..) if matches!(name.as_str(), "properties" | "$defs" | "definitions") => {}
            _ => assertion(name, before, after, at, edits),
        }
    }
}

fn assertion_count(name: &str, before: Value<'_>, after: Value<'_>, at: &str, edits: &mut Vec<Edit>) {
    let (n_old, n_new) = (before.n_children(), after.n_children());
    if n_old != n_new {
        let narrows = if matches!(name, "anyOf" | "oneOf") {
            n_new < n_old
        } else {
            n_new > n_old
        };
        push(
            edits,
            at,
            format!("changed {name} of {} from {n_old} to {n_new}", label(at)),
            narrows,
        );
    }
}

fn assertion(name: &str, before: Option<Value<'_>>, after: Option<Value<'_>>, at: &str, edits: &mut Vec<Edit>) {
    let label = label(at);
    match (before, after) {
        (Some(before), Some(after)) if before.same(after) => {}
        (Some(before), Some(after)) if name == "enum" => {
            let list = |value: Value<'_>| -> Vec<String> { value.items().map(canonical).collect() };
            let (old, new) = (list(before), list(after));
            let gone: Vec<&str> = old
                .iter()
                .filter(|value| !new.contains(value))
                .map(String::as_str)
                .collect();
            let come: Vec<&str> = new
                .iter()
                .filter(|value| !old.contains(value))
                .map(String::as_str)
                .collect();
            if !gone.is_empty() {
                push(
                    edits,
                    at,
                    format!("removed {} from the enum of {label}", cut(&gone.join(", "))),
                    true,
                );
            }
            if !come.is_empty() {
                push(
                    edits,
                    at,
                    format!("added {} to the enum of {label}", cut(&come.join(", "))),
                    false,
                );
            }
        }
        (Some(before), Some(after)) if name == "type" => {
            let types = |value: Value<'_>| -> Vec<String> {
                let one = value.as_str().map(|name| vec![name.into_owned()]);
                let mut types =
                    one.unwrap_or_else(|| value.items().filter_map(|item| item.as_str().map(Into::into)).collect());
                types.sort();
                types
            };
            let (old, new) = (types(before), types(after));
            if old != new {
                let narrows = !old.iter().all(|name| new.contains(name));
                push(
                    edits,
                    at,
                    format!("changed type of {label} from {} to {}", old.join("|"), new.join("|")),
                    narrows,
                );
            }
        }
        (Some(before), Some(after)) => {
            let rises = before
                .decimal()
                .zip(after.decimal())
                .map(|(old, new): (Decimal, Decimal)| new > old);
            let (verb, narrows) = match rises {
                Some(rises) if name.starts_with("max") || name == "exclusiveMaximum" => {
                    (if rises { "raised" } else { "lowered" }, !rises)
                }
                Some(rises) if name.starts_with("min") || name == "exclusiveMinimum" => {
                    (if rises { "raised" } else { "lowered" }, rises)
                }
                _ => ("changed", true),
            };
            push(
                edits,
                at,
                format!("{verb} {name} of {label} from {} to {}", short(before), short(after)),
                narrows,
            );
        }
        (None, Some(after)) => {
            let narrows = after.as_bool() != Some(true);
            push(edits, at, format!("added {name} {} to {label}", short(after)), narrows);
        }
        (Some(before), None) => push(
            edits,
            at,
            format!("removed {name} {} from {label}", short(before)),
            false,
        ),
        (None, None) => {}
    }
}

fn short(value: Value<'_>) -> String {
    match value.as_str() {
        Some(text) if value.raw().len() < 40 && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') => {
            text.into_owned()
        }
        _ => cut(&canonical(value)),
    }
}

/// A text of readable length.
pub(super) fn cut(text: &str) -> String {
    let mut out: String = text.chars().take(QUOTE_CHARS_MAX).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    visible(&out)
}

fn property(at: &str, name: &str) -> String {
    let mut at = at.to_owned();
    at.push_str("/properties");
    push_token(&mut at, name);
    label(&at)
}

/// The place as callers write it: `"filter.status"`, `"items[]"`, `the arguments` for the root.
pub(super) fn label(pointer: &str) -> String {
    let mut out = String::new();
    let mut steps = pointer
        .split('/')
        .skip(1)
        .map(|step| step.replace("~1", "/").replace("~0", "~"));
    while let Some(step) = steps.next() {
        match step.as_str() {
            "properties" | "$defs" | "definitions" | "patternProperties" => {
                if let Some(name) = steps.next() {
                    if !out.is_empty() {
                        out.push('.');
                    }
                    out.push_str(&name);
                }
            }
            "items" | "prefixItems" | "additionalItems" | "contains" => out.push_str("[]"),
            "additionalProperties" => out.push_str(".*"),
            _ => {}
        }
    }
    if out.is_empty() {
        "the root".to_owned()
    } else {
        format!("\"{}\"", visible(&out))
    }
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    #[test]
    fn edits_read_like_sentences() {
        for (old, new, expected) in [
            (
                r#"{"properties":{"a":{}},"required":["a"]}"#,
                r#"{"properties":{"a":{},"m":{}},"required":["a","m"]}"#,
                vec!["added required property \"m\""],
            ),
            (
                r#"{"properties":{"a":{},"b":{}},"required":["b"]}"#,
                r#"{"properties":{"a":{},"c":{}},"required":["a"]}"#,
                vec![
                    "added optional property \"c\"",
                    "made \"a\" required",
                    "removed required property \"b\"",
                ],
            ),
            (
                r#"{"properties":{"f":{"properties":{"s":{"type":"string","enum":["a","b"]}}}}}"#,
                r#"{"properties":{"f":{"properties":{"s":{"type":["null","string"],"enum":["b","c"],"pattern":"^b"}}}}}"#,
                vec![
                    "added \"c\" to the enum of \"f.s\"",
                    "added pattern \"^b\" to \"f.s\"",
                    "changed type of \"f.s\" from string to null|string",
                    "removed \"a\" from the enum of \"f.s\"",
                ],
            ),
            (
                r#"{"items":{"maxLength":100}}"#,
                r#"{"items":{"maxLength":10}}"#,
                vec!["lowered maxLength of \"[]\" from 100 to 10"],
            ),
            (
                r#"{"additionalProperties":true}"#,
                r#"{"additionalProperties":false}"#,
                vec!["changed additionalProperties of the root from true to false"],
            ),
            (
                r#"{"anyOf":[{},{}]}"#,
                r#"{"anyOf":[{}]}"#,
                vec!["changed anyOf of the root from 2 to 1"],
            ),
            (r#"{"title":"a"}"#, r#"{"title":"b"}"#, vec![]),
        ] {
            let (old, new) = (
                Doc::parse(old, &Limits::default()).unwrap(),
                Doc::parse(new, &Limits::default()).unwrap(),
            );
            let words: Vec<String> = super::explain(old.root(), new.root())
                .into_iter()
                .map(|edit| edit.words)
                .collect();
            assert_eq!(words, expected);
        }
    }
}
