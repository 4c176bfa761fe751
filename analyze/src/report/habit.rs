//! A finding about many things lists them as JSON; people read names.
//!
//! ```text
//! tools    add_heading (2), copy_document, add_table and 21 more
//! places   /inputSchema/properties/a, /inputSchema/properties/b
//! ```

use serde_json::Value;

use super::limits::NAME_CHARS_MAX;
use super::rows::cut;

/// What a finding lists.
pub(crate) struct Habit<'f> {
    /// What they are: `tools`, `prompts`, `resources`, `templates` or `places`.
    pub(crate) label: &'static str,
    /// Each, and how often it is concerned.
    named: Vec<(&'f str, usize)>,
    /// How many are not listed.
    n_more: usize,
}

/// Lists of a finding about items of many kinds.
const LABELS: [&str; 4] = ["tools", "prompts", "resources", "templates"];

/// Reads the `actual` of a finding, where it is such a list.
pub(crate) fn habit(actual: &Value) -> Option<Habit<'_>> {
    match actual {
        Value::Object(members) if members.len() == 2 => {
            let places = members.get("pointers")?.as_array()?;
            let n_all = usize::try_from(members.get("places")?.as_u64()?).ok()?;
            let named = places.iter().map(|place| Some((place.as_str()?, 1)));
            Some(Habit {
                label: "places",
                named: named.collect::<Option<_>>()?,
                n_more: n_all.saturating_sub(places.len()),
            })
        }
        Value::Object(members) if members.len() == 1 => {
            let (key, items) = members.iter().next()?;
            let label = LABELS.into_iter().find(|label| label == key)?;
            let named = items
                .as_object()?
                .iter()
                .map(|(name, places)| Some((name.as_str(), places.as_array()?.len())));
            Some(Habit {
                label,
                named: named.collect::<Option<_>>()?,
                n_more: 0,
            })
        }
        _ => None,
    }
}

impl Habit<'_> {
    /// The first of them and how many more, each made visible, bounded, and spelled by `spell`.
    pub(crate) fn line(&self, n_max: usize, spell: impl Fn(String) -> String) -> String {
        let shown: Vec<String> = self
            .named
            .iter()
            .take(n_max)
            .map(|(name, n_places)| {
                let name = spell(cut(*name, NAME_CHARS_MAX));
                match n_places {
                    0 | 1 => name,
                    n => format!("{name} ({n})"),
                }
            })
            .collect();
        let n_all = self.named.len() + self.n_more;
        match n_all - shown.len() {
            0 => shown.join(", "),
            n => format!("{} and {n} more", shown.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::habit;

    #[test]
    fn lists_are_read_and_other_values_are_not() {
        for (actual, expected) in [
            (
                json!({ "tools": { "a": ["/x", "/y"], "b": ["/x"], "c": ["/x"] } }),
                Some("tools: a (2), b and 1 more"),
            ),
            (json!({ "prompts": { "a": ["/x"] } }), Some("prompts: a")),
            (
                json!({ "places": 9, "pointers": ["/a"] }),
                Some("places: /a and 8 more"),
            ),
            (json!({ "tools": 3 }), None),
            (json!({ "tools": { "a": 1 } }), None),
            (json!({ "tokens": {} }), None),
            (json!(["/a", "/b"]), None),
            (json!({ "places": 2, "pointers": [1] }), None),
            (Value::Null, None),
        ] {
            let line = habit(&actual).map(|habit| format!("{}: {}", habit.label, habit.line(2, |name| name)));
            assert_eq!(line.as_deref(), expected, "{actual}");
        }
    }
}
