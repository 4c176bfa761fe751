//! References that lead nowhere inside the schema. They are never followed outside of it.

use std::collections::BTreeSet;

use mcpward_json::Value;

use super::subschemas::subschemas;

/// A reference that nothing inside the schema answers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Lost {
    /// JSON Pointer to the keyword.
    pub(crate) pointer: String,
    /// The reference; untrusted.
    pub(crate) target: String,
    /// Whether it leads out of the schema; else it points at a place inside that is not there.
    pub(crate) external: bool,
}

/// All references that lead nowhere, sorted.
pub(crate) fn lost_references(root: Value<'_>) -> Vec<Lost> {
    // Most schemas have none, and the text tells.
    if !root.raw().contains("ef\"") && !root.raw().contains('\\') {
        return Vec::new();
    }
    let mut references = Vec::new();
    let (mut anchors, mut ids) = (BTreeSet::new(), BTreeSet::new());
    let mut has_inner_id = false;
    for (pointer, schema) in subschemas(root) {
        for keyword in ["$ref", "$dynamicRef"] {
            if let Some(target) = schema.get(keyword).and_then(Value::as_str) {
                references.push((format!("{pointer}/{keyword}"), target.into_owned()));
            }
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            anchors.extend(
                schema
                    .get(keyword)
                    .and_then(Value::as_str)
                    .map(|name| name.into_owned()),
            );
        }
        // Draft 4 has `id`; before 2019-09 a fragment alone named an anchor.
        for id in ["$id", "id"].iter().filter_map(|keyword| schema.get(keyword)?.as_str()) {
            match id.strip_prefix('#') {
                Some(anchor) => drop(anchors.insert(anchor.to_owned())),
                None => {
                    has_inner_id |= !pointer.is_empty();
                    ids.insert(id.trim_end_matches('#').to_owned());
                }
            }
        }
    }
    let mut lost: Vec<Lost> = references
        .into_iter()
        .filter_map(|(pointer, target)| {
            let (base, fragment) = target.split_once('#').unwrap_or((&target, ""));
            if !base.is_empty() {
                let inside = ids.iter().any(|id| id == base || id.ends_with(&format!("/{base}")));
                return (!inside && !is_metaschema(base)).then_some(Lost {
                    pointer,
                    target,
                    external: true,
                });
            }
            // An inner `$id` moves the base of the pointers below it; what they mean is for a validator to say.
            let found = has_inner_id
                || fragment.is_empty()
                || if fragment.starts_with('/') {
                    points(root, fragment)
                } else {
                    anchors.contains(fragment)
                };
            (!found).then_some(Lost {
                pointer,
                target,
                external: false,
            })
        })
        .collect();
    lost.sort();
    lost
}

fn points(root: Value<'_>, fragment: &str) -> bool {
    root.pointer(fragment).is_some() || (fragment.contains('%') && root.pointer(&percent_decoded(fragment)).is_some())
}

/// Metaschemas are known to every validator; a reference to one needs no network.
fn is_metaschema(base: &str) -> bool {
    base.contains("://json-schema.org/draft")
}

/// A fragment with `%XX` decoded (RFC 6901 section 6); what does not decode stays.
fn percent_decoded(fragment: &str) -> String {
    let bytes = fragment.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex
            .filter(|_| bytes[at] == b'%')
            .and_then(|hex| u8::from_str_radix(hex, 16).ok())
        {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::lost_references;

    fn lost(text: &str) -> Vec<(String, bool)> {
        let doc = Doc::parse(text, &Limits::default()).unwrap();
        lost_references(doc.root())
            .into_iter()
            .map(|lost| (lost.target, lost.external))
            .collect()
    }

    #[test]
    fn what_resolves_is_not_lost() {
        for text in [
            r##"{"$defs":{"a/b":{}},"$ref":"#/$defs/a~1b"}"##,
            r##"{"$defs":{"a b":{}},"$ref":"#/$defs/a%20b"}"##,
            r##"{"properties":{"a":{"$anchor":"x"},"b":{"$ref":"#x"},"c":{"$ref":"#"}}}"##,
            r##"{"definitions":{"a":{"$id":"#old"}},"$ref":"#old"}"##,
            r##"{"$defs":{"a":{"$id":"https://example.com/a"}},"$ref":"https://example.com/a#/nowhere"}"##,
            r##"{"properties":{"$ref":{"const":{"$ref":"#/no"}}}}"##,
            r##"{"$ref":"https://json-schema.org/draft/2020-12/schema"}"##,
        ] {
            assert_eq!(lost(text), [], "{text}");
        }
    }

    #[test]
    fn what_does_not_is() {
        assert_eq!(lost(r##"{"$ref":"#/$defs/a"}"##), [("#/$defs/a".to_owned(), false)]);
        assert_eq!(lost(r##"{"items":{"$ref":"#a"}}"##), [("#a".to_owned(), false)]);
        assert_eq!(
            lost(r##"{"$ref":"https://example.com/s.json"}"##),
            [("https://example.com/s.json".to_owned(), true)]
        );
    }
}
