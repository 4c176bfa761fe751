//! What a caller may choose: content model, treatment of formats, drafts, the root guard and the fuel.

use crate::limits::FUEL;

/// How an object that does not say whether it is open is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Model {
    /// Plain set inclusion: nothing is closed.
    #[default]
    Strict,
    /// The left side holds only declared members: callers send what was declared, and nothing else.
    Declared,
    /// Both sides hold only declared members: what was accepted must also still be understood.
    Understood,
}

/// Whether `format` is an annotation or an assertion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Formats {
    /// Formats say nothing about validity, as drafts since 2019-09 have it.
    #[default]
    Annotate,
    /// Formats are asserted. Their languages are compared by a lattice of names, not by automata.
    Assert,
}

/// A dialect of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Draft {
    /// Draft 4.
    Draft4,
    /// Draft 6.
    Draft6,
    /// Draft 7.
    Draft7,
    /// Draft 2019-09.
    Draft201909,
    /// Draft 2020-12.
    #[default]
    Draft202012,
}

impl Draft {
    /// The draft that a `$schema` value names; a trailing `#` and the scheme do not count.
    pub fn from_schema_uri(uri: &str) -> Option<Self> {
        let rest = uri.trim_end_matches('#');
        let rest = rest.strip_prefix("http://").or_else(|| rest.strip_prefix("https://"))?;
        match rest {
            "json-schema.org/draft-04/schema" => Some(Self::Draft4),
            "json-schema.org/draft-06/schema" => Some(Self::Draft6),
            "json-schema.org/draft-07/schema" => Some(Self::Draft7),
            "json-schema.org/draft/2019-09/schema" => Some(Self::Draft201909),
            "json-schema.org/draft/2020-12/schema" => Some(Self::Draft202012),
            _ => None,
        }
    }

    /// The draft of a short name such as `draft-07` or `2020-12`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "draft-04" => Some(Self::Draft4),
            "draft-06" => Some(Self::Draft6),
            "draft-07" => Some(Self::Draft7),
            "2019-09" => Some(Self::Draft201909),
            "2020-12" => Some(Self::Draft202012),
            _ => None,
        }
    }
}

/// The settings of one comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The content model.
    pub model: Model,
    /// Whether formats assert.
    pub formats: Formats,
    /// The draft of the old schema where it has no `$schema`.
    pub draft_old: Draft,
    /// The draft of the new schema where it has no `$schema`.
    pub draft_new: Draft,
    /// Whether instances are objects whatever the schemas say.
    pub root_object: bool,
    /// Steps that one direction may take. The same input takes the same steps on every machine.
    pub fuel: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            model: Model::default(),
            formats: Formats::default(),
            draft_old: Draft::default(),
            draft_new: Draft::default(),
            root_object: false,
            fuel: FUEL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Draft;

    #[test]
    fn schema_uris_name_drafts() {
        for (uri, draft) in [
            ("http://json-schema.org/draft-07/schema#", Some(Draft::Draft7)),
            ("https://json-schema.org/draft/2020-12/schema", Some(Draft::Draft202012)),
            ("http://json-schema.org/draft-04/schema", Some(Draft::Draft4)),
            ("https://example.com/schema", None),
        ] {
            assert_eq!(Draft::from_schema_uri(uri), draft, "{uri}");
        }
    }
}
