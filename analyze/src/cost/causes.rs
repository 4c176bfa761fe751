//! What makes a tool dear.

use std::collections::BTreeMap;

use mcpward_json::Value;

use super::Size;
use crate::subschema::{Role, Tree};

/// Tokens from which on a description counts as long: a page of text.
const DESCRIPTION_TOKENS: u64 = 400;

/// Bytes from which on an enum that stands twice is worth a definition.
const ENUM_BYTES: usize = 200;

/// Values from which on one enum counts as long.
const ENUM_VALUES: usize = 50;

/// Branches of unions from which on they count as many.
const BRANCHES: usize = 12;

/// Properties from which on they count as many.
const PROPERTIES: usize = 30;

/// The causes in words, those that are saved most easily first.
pub(super) fn causes(description: Size, input: Option<Value<'_>>) -> Vec<String> {
    let mut causes = Vec::new();
    if let Some(input) = input {
        let tree = Tree::of(input);
        causes.extend(repeated_enum(&tree));
        causes.extend(long_enum(&tree));
        let n_branches = tree.nodes.iter().filter(|node| node.role == Role::Branch).count();
        if n_branches >= BRANCHES {
            causes.push(format!("{n_branches} branches of unions"));
        }
        let n_properties = tree.nodes.iter().filter(|node| node.role == Role::Property).count();
        if n_properties >= PROPERTIES {
            causes.push(format!("{n_properties} properties"));
        }
    }
    if description.tokens >= DESCRIPTION_TOKENS {
        causes.push(format!("a description of {} tokens", description.tokens));
    }
    causes
}

/// The enum whose repetition costs most.
fn repeated_enum(tree: &Tree<'_>) -> Option<String> {
    let mut by_text: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for values in tree.nodes.iter().filter_map(|node| node.keywords.values) {
        let known = by_text.entry(values.raw()).or_insert((0, values.n_children()));
        known.0 += 1;
    }
    let repeated = by_text
        .into_iter()
        .filter(|(text, (n, _))| *n > 1 && text.len() >= ENUM_BYTES);
    let (_, (n_times, n_values)) = repeated.max_by_key(|(text, (n, _))| text.len() * (n - 1))?;
    Some(format!("one enum of {n_values} values {n_times} times"))
}

fn long_enum(tree: &Tree<'_>) -> Option<String> {
    let n_values = tree
        .nodes
        .iter()
        .filter_map(|node| node.keywords.values)
        .map(Value::n_children)
        .max()?;
    (n_values >= ENUM_VALUES).then(|| format!("an enum of {n_values} values"))
}
