//! Single edits, and what a schema is with just one of them made.

use crate::value::{Json, ValueId, Values};

/// One difference between the two schemas: the member or element at the end of a path is set, or taken away.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    pub(super) id: &'static str,
    /// Tokens from the root of the old schema.
    pub(super) old_path: Vec<String>,
    /// Tokens from the root of the new schema.
    pub(super) new_path: Vec<String>,
    pub(super) before: Option<ValueId>,
    pub(super) after: Option<ValueId>,
    /// A second edit that belongs to it: the name in `required` of a property that was added or removed.
    pub(super) also: Option<Box<Edit>>,
}

/// The root with the value at a path replaced, or taken away where there is none.
pub(super) fn replaced(values: &mut Values, root: ValueId, path: &[String], value: Option<ValueId>) -> Option<ValueId> {
    let mut below: Vec<ValueId> = vec![root];
    for token in &path[..path.len().saturating_sub(1)] {
        let at = *below.last()?;
        let next = match values.get(at) {
            Json::Object(_) => values.field(at, token),
            Json::Array(items) => items.get(token.parse::<usize>().ok()?).copied(),
            _ => None,
        };
        match next {
            Some(next) => below.push(next),
            // The container itself is new: it starts out empty.
            None => {
                let empty = values.object(Vec::new());
                below.push(empty);
            }
        }
    }
    let mut value = value;
    for (at, token) in below.into_iter().rev().zip(path.iter().rev()) {
        value = Some(with(values, at, token, value)?);
    }
    value
}

fn with(values: &mut Values, at: ValueId, token: &str, value: Option<ValueId>) -> Option<ValueId> {
    if let Some(items) = values.items(at) {
        let mut items = items.to_vec();
        let index = token.parse::<usize>().ok()?;
        match value {
            Some(value) if index < items.len() => items[index] = value,
            Some(value) => items.push(value),
            None if index < items.len() => {
                items.remove(index);
            }
            None => {}
        }
        return Some(values.array(items));
    }
    let mut members = values.members(at)?.to_vec();
    let name = values.string(token);
    members.retain(|&(known, _)| known != name);
    members.extend(value.map(|value| (name, value)));
    Some(values.object(members))
}

/// Tokens as a JSON Pointer.
pub(super) fn pointer(path: &[String]) -> String {
    let mut pointer = String::new();
    for token in path {
        mcpward_json::push_token(&mut pointer, token);
    }
    pointer
}
