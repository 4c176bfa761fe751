//! Two shapes, as somebody who reads the results sees them.

use super::maps;
use super::outline::{Outline, Shape, Source};
use crate::drift::change::Edit;
use crate::drift::explain::cut;
use crate::drift::limits::EDITS_MAX;

/// What differs, at most [`EDITS_MAX`] of it; an edit that narrows breaks readers.
pub(crate) fn edits(old: &Outline, new: &Outline) -> Vec<Edit> {
    let mut out = Edits(Vec::new());
    if old.source != new.source {
        let stands = |source: Source| match source {
            Source::Structured => "structuredContent",
            Source::JsonText => "JSON in a text block",
            Source::Content => "content blocks",
        };
        let words = format!("the result is {} (was {})", stands(new.source), stands(old.source));
        out.push("", words, true);
    } else if new.source == Source::Content {
        // Version 2 does not say which blocks there were.
        for kind in new.blocks.difference(&old.blocks).filter(|_| !old.blocks.is_empty()) {
            out.push("", format!("there are blocks of type {}", cut(kind)), true);
        }
        for kind in old.blocks.difference(&new.blocks) {
            out.push("", format!("there are no blocks of type {} any more", cut(kind)), false);
        }
    } else {
        shapes(&old.shape, &new.shape, "", &mut out);
    }
    // What breaks comes first, so that the bound leaves out what does not.
    out.0.sort_by(|a, b| b.narrows.cmp(&a.narrows).then_with(|| a.cmp(b)));
    out.0.truncate(EDITS_MAX);
    out.0
}

struct Edits(Vec<Edit>);

impl Edits {
    /// `at` is the place as readers write it: `rows[].id`.
    fn push(&mut self, at: &str, words: String, narrows: bool) {
        let field = at.split(['.', '[']).next().filter(|field| !field.is_empty());
        self.0.push(Edit {
            pointer: at.to_owned(),
            words,
            narrows,
            field: field.map(str::to_owned),
        });
    }
}

/// Recursion ends where the shapes end, which have a bounded depth.
fn shapes(old: &Shape, new: &Shape, at: &str, out: &mut Edits) {
    let label = label(at);
    let is_known = |shape: &Shape| shape.types.iter().any(|name| name != "null");
    let was = old.types.iter().map(String::as_str).collect::<Vec<_>>().join(" or ");
    // Where nothing but null was seen, nobody knew what else might come.
    for name in new.types.difference(&old.types).filter(|_| !old.types.is_empty()) {
        out.push(at, format!("{label} may be {name} (was {was})"), is_known(old));
    }
    for name in old
        .types
        .difference(&new.types)
        .filter(|_| is_known(old) && is_known(new))
    {
        out.push(at, format!("{label} is never {name} any more"), false);
    }
    members(old, new, at, out);
    if let (Some(old), Some(new)) = (&old.items, &new.items) {
        shapes(old, new, &format!("{at}[]"), out);
    }
}

fn members(old: &Shape, new: &Shape, at: &str, out: &mut Edits) {
    let is_map = old.values.is_some() || new.values.is_some() || maps::keys_changed(old, new);
    if is_map {
        let values = |shape: &Shape| match &shape.values {
            Some(values) => (**values).clone(),
            None => maps::values(&shape.members),
        };
        let (old, new) = (values(old), values(new));
        if !old.types.is_empty() && !new.types.is_empty() {
            shapes(&old, &new, &format!("{at}.*"), out);
        }
        return;
    }
    let both_objects = old.types.contains("object") && new.types.contains("object");
    for (name, member) in old.members.iter().filter(|_| both_objects) {
        let below = place(at, name);
        let label = label(&below);
        match new.members.get(name) {
            None if member.is_optional => {
                out.push(&below, format!("{label} is gone, which was not always there"), false)
            }
            None => out.push(&below, format!("{label} is gone"), true),
            Some(other) => {
                match (member.is_optional, other.is_optional) {
                    (false, true) => out.push(&below, format!("{label} may be missing"), true),
                    (true, false) => out.push(&below, format!("{label} is always there"), false),
                    _ => {}
                }
                shapes(&member.shape, &other.shape, &below, out);
            }
        }
    }
    let added = new.members.keys().filter(|name| !old.members.contains_key(*name));
    for name in added.filter(|_| both_objects) {
        let below = place(at, name);
        out.push(&below, format!("{} is new", label(&below)), false);
    }
}

fn label(at: &str) -> String {
    match at {
        "" => "the result".to_owned(),
        at => format!("\"{}\"", cut(at)),
    }
}

fn place(at: &str, name: &str) -> String {
    if at.is_empty() {
        name.to_owned()
    } else {
        format!("{at}.{name}")
    }
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::{Outline, edits};

    fn outline(shape: &str) -> Outline {
        let text = format!(r#"{{"source":"structured","samples":1,"shape":{shape}}}"#);
        Outline::read(Doc::parse(text, &Limits::default()).unwrap().root()).unwrap()
    }

    fn record(members: &str) -> String {
        format!(r#"{{"types":["object"],"properties":{{{members}}}}}"#)
    }

    #[test]
    fn readers_lose_what_was_always_there() {
        let n = r#""types":["number"]"#;
        let one = |name: &str| record(&format!(r#""{name}":{{{n}}}"#));
        for (old, new, expected) in [
            (one("a"), one("a"), vec![]),
            (one("a"), record(""), vec![(true, "\"a\" is gone")]),
            (
                one("a"),
                one("b"),
                vec![(true, "\"a\" is gone"), (false, "\"b\" is new")],
            ),
            (
                one("a"),
                record(&format!(r#""a":{{"optional":true,{n}}}"#)),
                vec![(true, "\"a\" may be missing")],
            ),
            (
                record(&format!(r#""a":{{"optional":true,{n}}}"#)),
                one("a"),
                vec![(false, "\"a\" is always there")],
            ),
            (
                one("a"),
                record(r#""a":{"types":["string"]}"#),
                vec![
                    (true, "\"a\" may be string (was number)"),
                    (false, "\"a\" is never number any more"),
                ],
            ),
            (
                record(r#""a":{"types":["null"]}"#),
                one("a"),
                vec![(false, "\"a\" may be number (was null)")],
            ),
            (
                one("a"),
                record(r#""a":{"types":["null","number"]}"#),
                vec![(true, "\"a\" may be null (was number)")],
            ),
            (
                record(r#""a":{"types":["array"]}"#),
                record(r#""a":{"types":["array"],"items":{"types":["string"]}}"#),
                vec![],
            ),
            // A map has other keys every time; what its values look like counts.
            (
                record(&format!(r#""ann":{{{n}}},"bob":{{{n}}}"#)),
                record(&format!(r#""eve":{{{n}}},"joe":{{{n}}}"#)),
                vec![],
            ),
            (
                format!(r#"{{"types":["object"],"values":{{{n}}}}}"#),
                record(&format!(r#""ann":{{{n}}}"#)),
                vec![],
            ),
            (
                format!(r#"{{"types":["object"],"values":{{{n}}}}}"#),
                r#"{"types":["object"],"values":{"types":["string"]}}"#.to_owned(),
                vec![
                    (true, "\".*\" may be string (was number)"),
                    (false, "\".*\" is never number any more"),
                ],
            ),
        ] {
            let found = edits(&outline(&old), &outline(&new));
            let found: Vec<(bool, &str)> = found.iter().map(|edit| (edit.narrows, edit.words.as_str())).collect();
            assert_eq!(found, expected, "{old} → {new}");
        }
    }
}
