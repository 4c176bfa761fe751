//! Which JSON Schema a schema is written in.

use mcpward_json::Value;

/// The drafts that clients know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Draft {
    /// draft-04
    Draft4,
    /// draft-06
    Draft6,
    /// draft-07
    Draft7,
    /// 2019-09
    Draft201909,
    /// 2020-12, the default of MCP.
    Draft202012,
}

impl Draft {
    /// Its name, as its authors write it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Draft4 => "draft-04",
            Self::Draft6 => "draft-06",
            Self::Draft7 => "draft-07",
            Self::Draft201909 => "2019-09",
            Self::Draft202012 => "2020-12",
        }
    }
}

/// What `$schema` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// A draft, by its URI.
    Named(Draft),
    /// No `$schema`.
    Unnamed,
    /// Something that no draft is called, or no string.
    Unknown,
}

/// Reads `$schema`; http or https, with or without `#`, since servers in the field write all four.
pub(crate) fn dialect(schema: Value<'_>) -> Dialect {
    let Some(named) = schema.get("$schema") else {
        return Dialect::Unnamed;
    };
    let Some(uri) = named.as_str() else {
        return Dialect::Unknown;
    };
    let bare = uri
        .strip_prefix("https://")
        .or_else(|| uri.strip_prefix("http://"))
        .unwrap_or(&uri);
    match bare.strip_suffix('#').unwrap_or(bare) {
        "json-schema.org/draft-04/schema" => Dialect::Named(Draft::Draft4),
        "json-schema.org/draft-06/schema" => Dialect::Named(Draft::Draft6),
        "json-schema.org/draft-07/schema" => Dialect::Named(Draft::Draft7),
        "json-schema.org/draft/2019-09/schema" => Dialect::Named(Draft::Draft201909),
        "json-schema.org/draft/2020-12/schema" | "json-schema.org/schema" => Dialect::Named(Draft::Draft202012),
        _ => Dialect::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::{Dialect, Draft, dialect};

    #[test]
    fn spellings_of_the_uri() {
        for (schema, found) in [
            (r#"{}"#, Dialect::Unnamed),
            (
                r#"{"$schema":"http://json-schema.org/draft-07/schema#"}"#,
                Dialect::Named(Draft::Draft7),
            ),
            (
                r#"{"$schema":"https://json-schema.org/draft-07/schema"}"#,
                Dialect::Named(Draft::Draft7),
            ),
            (
                r#"{"$schema":"http://json-schema.org/draft/2020-12/schema#"}"#,
                Dialect::Named(Draft::Draft202012),
            ),
            (
                r#"{"$schema":"https://json-schema.org/draft-05/schema#"}"#,
                Dialect::Unknown,
            ),
            (r#"{"$schema":7}"#, Dialect::Unknown),
        ] {
            assert_eq!(
                dialect(Doc::parse(schema, &Limits::default()).unwrap().root()),
                found,
                "{schema}"
            );
        }
    }
}
