//! Icons: which host they come from matters more than how they look.

use std::collections::BTreeSet;

use mcpward_json::Value;

use super::change::{Change, Detail, Severity};
use super::class::Class;
use super::texts::Side;

/// Compares two lists of icons.
pub(super) fn compare(
    side: &Side<'_>,
    at: &str,
    before: Option<Value<'_>>,
    after: Option<Value<'_>>,
    out: &mut Vec<Change>,
) {
    let is_empty = |value: Option<Value<'_>>| {
        value.is_none_or(|icons| icons.is_null() || (icons.is_array() && icons.n_children() == 0))
    };
    if before.zip(after).is_some_and(|(before, after)| before.same(after)) || (is_empty(before) && is_empty(after)) {
        return;
    }
    let (old, new) = (origins(before), origins(after));
    let foreign: Vec<&str> = new.difference(&old).map(String::as_str).collect();
    let (severity, words) = match (old.is_empty(), foreign.is_empty()) {
        (true, _) => (Severity::Low, "icons were added".to_owned()),
        (false, true) => (Severity::Low, "icons changed".to_owned()),
        (false, false) => (
            Severity::Medium,
            format!(
                "icons come from another place: {}",
                super::explain::cut(&foreign.join(", "))
            ),
        ),
    };
    out.push(side.change(
        Class::IconChanged,
        at,
        before,
        after,
        Detail::Weighed {
            severity,
            fails: false,
            words,
        },
    ));
}

/// Scheme and host of each icon's `src`.
fn origins(icons: Option<Value<'_>>) -> BTreeSet<String> {
    let src = |icon: Value<'_>| icon.get("src").and_then(Value::as_str).map(|src| origin(&src));
    icons.into_iter().flat_map(Value::items).filter_map(src).collect()
}

fn origin(src: &str) -> String {
    match src.split_once("://") {
        Some((scheme, rest)) => {
            format!("{scheme}://{}", rest.split(['/', '?', '#']).next().unwrap_or_default()).to_lowercase()
        }
        None => src.split([':', ',', ';']).next().unwrap_or_default().to_lowercase(),
    }
}
