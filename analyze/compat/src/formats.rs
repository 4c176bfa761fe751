//! Formats, where they assert: an order between their languages, examples, and a check by both validators.

use crate::confirm::Confirmer;
use crate::formula::World;
use crate::options::{Draft, Formats};
use crate::value::{Json, ValueId};

/// Strings of each format.
pub(crate) const EXAMPLES: &[(&str, &str)] = &[
    ("date", "2024-02-29"),
    ("date-time", "2024-02-29T12:30:00Z"),
    ("time", "12:30:00Z"),
    ("duration", "P1D"),
    ("email", "a@example.com"),
    ("idn-email", "ä@example.com"),
    ("hostname", "example.com"),
    ("idn-hostname", "bücher.example"),
    ("ipv4", "192.0.2.1"),
    ("ipv6", "2001:db8::1"),
    ("uri", "https://example.com/a"),
    ("uri-reference", "../a"),
    ("iri", "https://example.com/ä"),
    ("iri-reference", "../ä"),
    ("uri-template", "https://example.com/{a}"),
    ("json-pointer", "/a/b"),
    ("relative-json-pointer", "1/a"),
    ("regex", "^a+$"),
    ("uuid", "123e4567-e89b-12d3-a456-426614174000"),
];

/// Every string of the first format is one of the second.
const WITHIN: &[(&str, &str)] = &[
    ("email", "idn-email"),
    ("hostname", "idn-hostname"),
    ("uri", "iri"),
    ("uri", "uri-reference"),
    ("uri", "iri-reference"),
    ("iri", "iri-reference"),
    ("uri-reference", "iri-reference"),
];

/// No string has two of these.
const APART: &[&str] = &["date", "date-time", "time", "ipv4", "ipv6", "uuid", "email"];

/// Whether formats asked for and barred exclude each other.
pub(crate) fn contradict(world: &World, formats: &[(ValueId, bool)]) -> bool {
    let name = |id: ValueId| world.values.as_str(id).map_or("", |name| &**name);
    formats.iter().any(|&(a, held)| {
        held && formats.iter().any(|&(b, wanted)| {
            let (a, b) = (name(a), name(b));
            if wanted {
                a != b && APART.contains(&a) && APART.contains(&b)
            } else {
                a == b || WITHIN.contains(&(a, b))
            }
        })
    })
}

impl World {
    /// Whether a string has a format; None where the validators differ. A format that nobody knows constrains nothing.
    pub(crate) fn has_format(&mut self, name: ValueId, value: ValueId) -> Option<bool> {
        let Json::String(text) = self.values.get(value) else {
            return Some(true);
        };
        let text = serde_json::Value::String(text.to_string());
        let known = self
            .values
            .as_str(name)
            .is_some_and(|name| EXAMPLES.iter().any(|&(known, _)| known == &**name));
        if !known {
            return Some(true);
        }
        let schema = serde_json::json!({ "format": self.values.to_serde(name) });
        let checker = self
            .formats
            .entry(name)
            .or_insert_with(|| Confirmer::new(&schema, Draft::Draft7, Formats::Assert));
        checker.as_ref()?.accepts(&text)
    }
}
