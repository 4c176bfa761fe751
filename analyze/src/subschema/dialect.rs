//! Which keywords which draft of JSON Schema has.

use mcpward_compat::Draft;

/// Keyword, the first draft that has it, and the last where it was dropped. Where a keyword only changed its form
/// (`exclusiveMinimum`, `items`), the form is for the rules.
const KEYWORDS: [(&str, Draft, Option<Draft>); 62] = [
    ("$anchor", Draft::Draft201909, None),
    ("$comment", Draft::Draft7, None),
    ("$defs", Draft::Draft201909, None),
    ("$dynamicAnchor", Draft::Draft202012, None),
    ("$dynamicRef", Draft::Draft202012, None),
    ("$id", Draft::Draft6, None),
    ("$recursiveAnchor", Draft::Draft201909, Some(Draft::Draft201909)),
    ("$recursiveRef", Draft::Draft201909, Some(Draft::Draft201909)),
    ("$ref", Draft::Draft4, None),
    ("$schema", Draft::Draft4, None),
    ("$vocabulary", Draft::Draft201909, None),
    ("additionalItems", Draft::Draft4, Some(Draft::Draft201909)),
    ("additionalProperties", Draft::Draft4, None),
    ("allOf", Draft::Draft4, None),
    ("anyOf", Draft::Draft4, None),
    ("const", Draft::Draft6, None),
    ("contains", Draft::Draft6, None),
    ("contentEncoding", Draft::Draft7, None),
    ("contentMediaType", Draft::Draft7, None),
    ("contentSchema", Draft::Draft201909, None),
    ("default", Draft::Draft4, None),
    ("definitions", Draft::Draft4, None),
    ("dependencies", Draft::Draft4, Some(Draft::Draft7)),
    ("dependentRequired", Draft::Draft201909, None),
    ("dependentSchemas", Draft::Draft201909, None),
    ("deprecated", Draft::Draft201909, None),
    ("description", Draft::Draft4, None),
    ("else", Draft::Draft7, None),
    ("enum", Draft::Draft4, None),
    ("examples", Draft::Draft6, None),
    ("exclusiveMaximum", Draft::Draft4, None),
    ("exclusiveMinimum", Draft::Draft4, None),
    ("format", Draft::Draft4, None),
    ("id", Draft::Draft4, Some(Draft::Draft4)),
    ("if", Draft::Draft7, None),
    ("items", Draft::Draft4, None),
    ("maxContains", Draft::Draft201909, None),
    ("maxItems", Draft::Draft4, None),
    ("maxLength", Draft::Draft4, None),
    ("maxProperties", Draft::Draft4, None),
    ("maximum", Draft::Draft4, None),
    ("minContains", Draft::Draft201909, None),
    ("minItems", Draft::Draft4, None),
    ("minLength", Draft::Draft4, None),
    ("minProperties", Draft::Draft4, None),
    ("minimum", Draft::Draft4, None),
    ("multipleOf", Draft::Draft4, None),
    ("not", Draft::Draft4, None),
    ("oneOf", Draft::Draft4, None),
    ("pattern", Draft::Draft4, None),
    ("patternProperties", Draft::Draft4, None),
    ("prefixItems", Draft::Draft202012, None),
    ("properties", Draft::Draft4, None),
    ("propertyNames", Draft::Draft6, None),
    ("readOnly", Draft::Draft4, None),
    ("required", Draft::Draft4, None),
    ("then", Draft::Draft7, None),
    ("title", Draft::Draft4, None),
    ("type", Draft::Draft4, None),
    ("unevaluatedItems", Draft::Draft201909, None),
    ("unevaluatedProperties", Draft::Draft201909, None),
    ("uniqueItems", Draft::Draft4, None),
];

/// Keywords of every draft; `writeOnly` and the like of hyper-schema count as known too.
const ALSO_KNOWN: [&str; 3] = ["writeOnly", "links", "base"];

/// The drafts that have a keyword: first, and last where it was dropped.
pub(crate) fn drafts_of(keyword: &str) -> Option<(Draft, Option<Draft>)> {
    KEYWORDS
        .binary_search_by(|(name, ..)| (*name).cmp(keyword))
        .ok()
        .map(|at| (KEYWORDS[at].1, KEYWORDS[at].2))
}

/// Whether some draft has a keyword.
pub(crate) fn is_standard(keyword: &str) -> bool {
    drafts_of(keyword).is_some() || ALSO_KNOWN.contains(&keyword)
}

/// All keywords, sorted.
pub(crate) fn keywords() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().map(|(name, ..)| *name).chain(["writeOnly"])
}

#[cfg(test)]
mod tests {
    use mcpward_compat::Draft;

    use super::{KEYWORDS, drafts_of, is_standard};

    #[test]
    fn the_table_is_sorted() {
        assert!(KEYWORDS.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn keywords_have_their_drafts() {
        assert_eq!(drafts_of("const"), Some((Draft::Draft6, None)));
        assert_eq!(drafts_of("dependencies"), Some((Draft::Draft4, Some(Draft::Draft7))));
        assert_eq!(drafts_of("nullable"), None);
        assert!(is_standard("writeOnly") && !is_standard("x-anything"));
    }
}
