//! From values to a shape: what was seen, added up over samples and items.

use std::collections::BTreeMap;

use mcpward_json::Value;

use super::maps::{self, Declared};
use super::outline::{Member, Shape};
use crate::drift::limits::{SHAPE_DEPTH_MAX, SHAPE_ITEMS_MAX, SHAPE_MEMBERS_MAX};

/// What was seen of the values that stand in one place.
#[derive(Debug, Default)]
pub(super) struct Seen {
    types: std::collections::BTreeSet<String>,
    n_objects: u64,
    /// Members by name: in how many objects each was, and what it held.
    members: BTreeMap<String, (u64, Seen)>,
    items: Option<Box<Seen>>,
    /// Whether a bound left something out.
    pub(super) is_cut: bool,
}

impl Seen {
    /// Adds a value. Recursion ends at [`SHAPE_DEPTH_MAX`].
    pub(super) fn add(&mut self, value: Value<'_>) {
        self.is_cut |= self.add_below(value, SHAPE_DEPTH_MAX);
    }

    fn add_below(&mut self, value: Value<'_>, depth_left: usize) -> bool {
        self.types.insert(value.kind().name().to_owned());
        let Some(depth_left) = depth_left.checked_sub(1) else {
            return value.n_children() > 0;
        };
        let mut is_cut = false;
        if value.is_object() {
            self.n_objects += 1;
            let mut own = std::collections::BTreeSet::new();
            for (name, member) in value.entries() {
                let name = name.as_str().unwrap_or_default();
                if !self.members.contains_key(&*name) && self.members.len() >= SHAPE_MEMBERS_MAX {
                    is_cut = true;
                    continue;
                }
                let (n_seen, seen) = self.members.entry(name.clone().into_owned()).or_default();
                // A name that stands twice in one object is in one object.
                *n_seen += u64::from(own.insert(name.into_owned()));
                is_cut |= seen.add_below(member, depth_left);
            }
        }
        for (idx, item) in value.items().enumerate() {
            if idx >= SHAPE_ITEMS_MAX {
                is_cut = true;
                break;
            }
            is_cut |= self.items.get_or_insert_default().add_below(item, depth_left);
        }
        is_cut
    }

    /// The shape of what was seen. A record whose keys are data becomes a map.
    pub(super) fn shape(&self, declared: Declared<'_>) -> Shape {
        let mut members = BTreeMap::new();
        for (name, (n_seen, seen)) in &self.members {
            let member = Member {
                is_optional: *n_seen < self.n_objects,
                shape: seen.shape(declared.member(name)),
            };
            members.insert(name.clone(), member);
        }
        let is_map = declared.is_map() || maps::is_map(&members, self.n_objects);
        let values = (is_map && !members.is_empty()).then(|| Box::new(maps::values(&members)));
        Shape {
            types: self.types.clone(),
            members: if is_map { BTreeMap::new() } else { members },
            values,
            items: self.items.as_ref().map(|items| Box::new(items.shape(declared.items()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::Seen;
    use crate::drift::shape::maps::Declared;
    use crate::drift::shape::outline::{Outline, Source};

    fn shape(values: &[&str], schema: Option<&str>) -> String {
        let mut seen = Seen::default();
        for text in values {
            seen.add(Doc::parse(*text, &Limits::default()).unwrap().root());
        }
        let doc = schema.map(|text| Doc::parse(text, &Limits::default()).unwrap());
        let outline = Outline {
            source: Source::Structured,
            n_samples: 1,
            blocks: std::collections::BTreeSet::new(),
            shape: seen.shape(Declared::of(doc.as_ref().map(Doc::root))),
        };
        mcpward_json::canonical(outline.json().value().get("shape").unwrap())
    }

    #[test]
    fn samples_add_up() {
        for (values, expected) in [
            (vec!["1", "2.5"], r#"{"types":["number"]}"#),
            (vec!["1", "null"], r#"{"types":["null","number"]}"#),
            (
                vec![r#"{"a":1,"b":"x"}"#, r#"{"a":null}"#],
                r#"{"properties":{"a":{"types":["null","number"]},"b":{"optional":true,"types":["string"]}},"types":["object"]}"#,
            ),
            (
                vec![r#"[{"a":1},{"a":1,"b":2}]"#, "[]"],
                r#"{"items":{"properties":{"a":{"types":["number"]},"b":{"optional":true,"types":["number"]}},"types":["object"]},"types":["array"]}"#,
            ),
            (vec!["[]"], r#"{"types":["array"]}"#),
            (
                vec![r#"{"a":1,"a":2}"#],
                r#"{"properties":{"a":{"types":["number"]}},"types":["object"]}"#,
            ),
        ] {
            assert_eq!(shape(&values, None), expected, "{values:?}");
        }
    }

    #[test]
    fn maps_are_told_from_records() {
        let map = r#"{"types":["object"],"values":{"types":["number"]}}"#;
        let record = r#"{"properties":{"high":{"types":["number"]},"low":{"types":["number"]}},"types":["object"]}"#;
        for (values, schema, expected) in [
            // Keys that are data by their look.
            (vec![r#"{"2026-01-01":3,"2026-01-02":4}"#], None, map),
            (vec![r#"{"17":3,"18":4}"#], None, map),
            (vec![r#"{"src/a.rs":3,"src/b.rs":4}"#], None, map),
            (vec![r#"{"ann@example.com":3,"bob@example.com":4}"#], None, map),
            // Keys that no two objects share.
            (vec![r#"{"ann":3}"#, r#"{"bob":4,"eve":1}"#], None, map),
            // What the schema says.
            (
                vec![r#"{"ann":3,"bob":4}"#],
                Some(r#"{"type":"object","additionalProperties":{"type":"number"}}"#),
                map,
            ),
            // Names, however alike their values.
            (vec![r#"{"high":3,"low":4}"#], None, record),
            (vec![r#"{"high":3,"low":4}"#, r#"{"high":5,"low":1}"#], None, record),
            (
                vec![r#"{"high":3,"low":4}"#],
                Some(r#"{"properties":{"high":{},"low":{}},"additionalProperties":{"type":"number"}}"#),
                record,
            ),
        ] {
            assert_eq!(shape(&values, schema), expected, "{values:?} {schema:?}");
        }
    }

    #[test]
    fn bounds_are_noticed() {
        let mut seen = Seen::default();
        let text = format!("[{}]", vec!["1"; 101].join(","));
        seen.add(Doc::parse(text, &Limits::default()).unwrap().root());
        assert!(seen.is_cut);
        let mut seen = Seen::default();
        let text = format!("{}{}", "[".repeat(70), "]".repeat(70));
        seen.add(Doc::parse(text, &Limits::default()).unwrap().root());
        assert!(seen.is_cut);
    }
}
