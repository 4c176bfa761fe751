//! The two validators that must agree on a witness: `jsonschema` and `boon`, of different authors. Neither may fetch.

mod lookaround;
mod plain;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::options::{Draft, Formats};

/// Where the schema lies for `boon`, which wants a location. `.invalid` is reserved, and the loader refuses everything.
const LOCATION: &str = "https://schema.invalid/root.json";

/// The formats that `boon` knows.
const FORMATS: [&str; 20] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "period",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];

/// One schema, compiled by both.
pub(crate) struct Confirmer {
    first: jsonschema::Validator,
    second: Second,
}

enum Second {
    Ready(boon::Schemas, boon::SchemaIndex),
    /// The schema has patterns that `boon` can't read; they are written out for each instance.
    ByInstance(serde_json::Value, Draft, Formats),
}

struct Refuse;

impl boon::UrlLoader for Refuse {
    fn load(&self, url: &str) -> Result<serde_json::Value, Box<dyn std::error::Error>> {
        Err(format!("{url} is not fetched").into())
    }
}

impl Confirmer {
    /// None where one of them refuses the schema.
    pub(crate) fn new(schema: &serde_json::Value, draft: Draft, formats: Formats) -> Option<Self> {
        let build = |schema: &serde_json::Value| {
            catch_unwind(AssertUnwindSafe(|| Self::build(schema, draft, formats)))
                .ok()
                .flatten()
        };
        build(schema).or_else(|| build(&plain::plain(schema)?))
    }

    fn build(schema: &serde_json::Value, draft: Draft, formats: Formats) -> Option<Self> {
        let first = jsonschema::options()
            .offline()
            .with_draft(first_draft(draft))
            .should_validate_formats(formats == Formats::Assert)
            .build(schema)
            .ok()?;
        let second = match read_by_second(schema, draft, formats) {
            Some((schemas, index)) => Second::Ready(schemas, index),
            None if lookaround::occurs(schema) => Second::ByInstance(schema.clone(), draft, formats),
            None => return None,
        };
        Some(Self { first, second })
    }

    /// What both say; None where they differ.
    pub(crate) fn accepts(&self, instance: &serde_json::Value) -> Option<bool> {
        catch_unwind(AssertUnwindSafe(|| {
            let first = self.first.is_valid(instance);
            let second = match &self.second {
                Second::Ready(schemas, index) => schemas.validate(instance, *index).is_ok(),
                Second::ByInstance(schema, draft, formats) => {
                    let plain = lookaround::written_out(schema, instance)?;
                    let (schemas, index) = read_by_second(&plain, *draft, *formats)?;
                    schemas.validate(instance, index).is_ok()
                }
            };
            (first == second).then_some(first)
        }))
        .ok()
        .flatten()
    }
}

fn read_by_second(
    schema: &serde_json::Value,
    draft: Draft,
    formats: Formats,
) -> Option<(boon::Schemas, boon::SchemaIndex)> {
    let mut compiler = boon::Compiler::new();
    compiler.set_default_draft(second_draft(draft));
    compiler.use_loader(Box::new(Refuse));
    if formats == Formats::Assert {
        compiler.enable_format_assertions();
    } else if mentions_format(schema) {
        // Drafts up to 7 assert formats there unless every format accepts everything.
        for name in FORMATS {
            compiler.register_format(boon::Format { name, func: |_| Ok(()) });
        }
    }
    compiler.add_resource(LOCATION, schema.clone()).ok()?;
    let mut schemas = boon::Schemas::new();
    let index = compiler.compile(LOCATION, &mut schemas).ok()?;
    Some((schemas, index))
}

/// Whether a key of that name occurs, as a keyword or otherwise; as recursive as the schema is deep.
fn mentions_format(schema: &serde_json::Value) -> bool {
    match schema {
        serde_json::Value::Object(members) => members.contains_key("format") || members.values().any(mentions_format),
        serde_json::Value::Array(items) => items.iter().any(mentions_format),
        _ => false,
    }
}

fn first_draft(draft: Draft) -> jsonschema::Draft {
    match draft {
        Draft::Draft4 => jsonschema::Draft::Draft4,
        Draft::Draft6 => jsonschema::Draft::Draft6,
        Draft::Draft7 => jsonschema::Draft::Draft7,
        Draft::Draft201909 => jsonschema::Draft::Draft201909,
        Draft::Draft202012 => jsonschema::Draft::Draft202012,
    }
}

fn second_draft(draft: Draft) -> boon::Draft {
    match draft {
        Draft::Draft4 => boon::Draft::V4,
        Draft::Draft6 => boon::Draft::V6,
        Draft::Draft7 => boon::Draft::V7,
        Draft::Draft201909 => boon::Draft::V2019_09,
        Draft::Draft202012 => boon::Draft::V2020_12,
    }
}
