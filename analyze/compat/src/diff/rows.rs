//! The ids of change rows, by keyword and kind of change.
//!
//! An id names what happened, never whether it matters: that is decided by the prover, edit by edit.

/// How the value of a keyword changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    Added,
    Removed,
    Grown,
    Shrunk,
    Changed,
}

/// Ids of one keyword: added, removed, grown, shrunk, changed otherwise.
type Row = (&'static str, [&'static str; 5]);

const ROWS: &[Row] = &[
    row(
        "minimum",
        [
            "minimum.added",
            "minimum.removed",
            "minimum.increased",
            "minimum.decreased",
            "minimum.changed",
        ],
    ),
    row(
        "maximum",
        [
            "maximum.added",
            "maximum.removed",
            "maximum.increased",
            "maximum.decreased",
            "maximum.changed",
        ],
    ),
    row(
        "exclusiveMinimum",
        [
            "exclusiveMinimum.added",
            "exclusiveMinimum.removed",
            "exclusiveMinimum.increased",
            "exclusiveMinimum.decreased",
            "exclusive.boolean_to_number",
        ],
    ),
    row(
        "exclusiveMaximum",
        [
            "exclusiveMaximum.added",
            "exclusiveMaximum.removed",
            "exclusiveMaximum.increased",
            "exclusiveMaximum.decreased",
            "exclusive.boolean_to_number",
        ],
    ),
    row(
        "multipleOf",
        [
            "multipleOf.added",
            "multipleOf.removed",
            "multipleOf.changed",
            "multipleOf.changed",
            "multipleOf.changed",
        ],
    ),
    row(
        "minLength",
        [
            "minLength.added",
            "minLength.removed",
            "minLength.increased",
            "minLength.decreased",
            "minLength.changed",
        ],
    ),
    row(
        "maxLength",
        [
            "maxLength.added",
            "maxLength.removed",
            "maxLength.increased",
            "maxLength.decreased",
            "maxLength.changed",
        ],
    ),
    row(
        "minItems",
        [
            "minItems.added",
            "minItems.removed",
            "minItems.increased",
            "minItems.decreased",
            "minItems.changed",
        ],
    ),
    row(
        "maxItems",
        [
            "maxItems.added",
            "maxItems.removed",
            "maxItems.increased",
            "maxItems.decreased",
            "maxItems.changed",
        ],
    ),
    row(
        "minProperties",
        [
            "minProperties.added",
            "minProperties.removed",
            "minProperties.increased",
            "minProperties.decreased",
            "minProperties.changed",
        ],
    ),
    row(
        "maxProperties",
        [
            "maxProperties.added",
            "maxProperties.removed",
            "maxProperties.increased",
            "maxProperties.decreased",
            "maxProperties.changed",
        ],
    ),
    row(
        "minContains",
        [
            "minContains.added",
            "minContains.removed",
            "minContains.increased",
            "minContains.decreased",
            "minContains.changed",
        ],
    ),
    row(
        "maxContains",
        [
            "maxContains.added",
            "maxContains.removed",
            "maxContains.increased",
            "maxContains.decreased",
            "maxContains.changed",
        ],
    ),
    row("pattern", same("pattern.added", "pattern.removed", "pattern.changed")),
    row("format", same("format.added", "format.removed", "format.changed")),
    row("const", same("const.added", "const.removed", "const.changed")),
    row(
        "uniqueItems",
        same("uniqueItems.true_added", "uniqueItems.removed", "uniqueItems.changed"),
    ),
    row("items", same("items.added", "items.removed", "items.changed")),
    row(
        "prefixItems",
        same(
            "prefixItems.position_added",
            "prefixItems.position_removed",
            "prefixItems.changed",
        ),
    ),
    row(
        "additionalItems",
        same(
            "additionalItems.added",
            "additionalItems.removed",
            "additionalItems.changed",
        ),
    ),
    row(
        "contains",
        same("contains.added", "contains.removed", "contains.changed"),
    ),
    row(
        "unevaluatedItems",
        same(
            "unevaluatedItems.added",
            "unevaluatedItems.removed",
            "unevaluatedItems.changed",
        ),
    ),
    row(
        "properties",
        same("property.optional_added", "property.removed", "property.changed"),
    ),
    row(
        "patternProperties",
        same(
            "patternProperties.added",
            "patternProperties.removed",
            "patternProperties.changed",
        ),
    ),
    row(
        "additionalProperties",
        same(
            "additionalProperties.added",
            "additionalProperties.opened",
            "additionalProperties.changed",
        ),
    ),
    row(
        "unevaluatedProperties",
        same(
            "unevaluatedProperties.added",
            "unevaluatedProperties.removed",
            "unevaluatedProperties.changed",
        ),
    ),
    row(
        "propertyNames",
        same("propertyNames.added", "propertyNames.removed", "propertyNames.changed"),
    ),
    row(
        "dependentRequired",
        same(
            "dependentRequired.added",
            "dependentRequired.removed",
            "dependentRequired.changed",
        ),
    ),
    row(
        "dependentSchemas",
        same(
            "dependentSchemas.added",
            "dependentSchemas.removed",
            "dependentSchemas.changed",
        ),
    ),
    row(
        "dependencies",
        same("dependencies.added", "dependencies.removed", "dependencies.changed"),
    ),
    row(
        "anyOf",
        same("anyOf.branch_added", "anyOf.branch_removed", "anyOf.branch_changed"),
    ),
    row(
        "oneOf",
        same("oneOf.branch_added", "oneOf.branch_removed", "oneOf.branch_changed"),
    ),
    row(
        "allOf",
        same("allOf.branch_added", "allOf.branch_removed", "allOf.branch_changed"),
    ),
    row("not", same("not.added", "not.removed", "not.changed")),
    row("if", same("if.added", "if.removed", "if.condition_changed")),
    row("then", same("then.added", "then.removed", "then.changed")),
    row("else", same("else.added", "else.removed", "else.changed")),
    row("$ref", same("ref.extracted", "ref.inlined", "ref.target_changed")),
    row(
        "$dynamicRef",
        same("dynamicRef.changed", "dynamicRef.changed", "dynamicRef.changed"),
    ),
    row(
        "$recursiveRef",
        same("recursiveRef.changed", "recursiveRef.changed", "recursiveRef.changed"),
    ),
    row("$defs", same("def.added", "def.removed", "def.changed")),
    row("definitions", same("def.added", "def.removed", "def.changed")),
    row(
        "required",
        same(
            "property.became_required",
            "property.became_optional",
            "required.changed",
        ),
    ),
    row("$schema", same("dialect.changed", "dialect.changed", "dialect.changed")),
    row(
        "nullable",
        same("nullable.added", "nullable.removed", "nullable.changed"),
    ),
];

/// Keywords that say nothing about validity.
const NOTES: &[Row] = &[
    row(
        "description",
        same("description.changed", "description.changed", "description.changed"),
    ),
    row("title", same("title.changed", "title.changed", "title.changed")),
    row("default", same("default.added", "default.removed", "default.changed")),
    row(
        "examples",
        same("examples.changed", "examples.changed", "examples.changed"),
    ),
    row(
        "deprecated",
        same("deprecated.changed", "deprecated.changed", "deprecated.changed"),
    ),
    row(
        "readOnly",
        same("readOnly.changed", "readOnly.changed", "readOnly.changed"),
    ),
    row(
        "writeOnly",
        same("writeOnly.changed", "writeOnly.changed", "writeOnly.changed"),
    ),
    row(
        "contentEncoding",
        same("content.changed", "content.changed", "content.changed"),
    ),
    row(
        "contentMediaType",
        same("content.changed", "content.changed", "content.changed"),
    ),
    row(
        "contentSchema",
        same("content.changed", "content.changed", "content.changed"),
    ),
    row(
        "$comment",
        same("comment.changed", "comment.changed", "comment.changed"),
    ),
    row("$id", same("id.changed", "id.changed", "id.changed")),
    row("id", same("id.changed", "id.changed", "id.changed")),
    row("$anchor", same("anchor.changed", "anchor.changed", "anchor.changed")),
    row(
        "$dynamicAnchor",
        same("anchor.changed", "anchor.changed", "anchor.changed"),
    ),
    row(
        "$recursiveAnchor",
        same("anchor.changed", "anchor.changed", "anchor.changed"),
    ),
    row(
        "$vocabulary",
        same("vocabulary.changed", "vocabulary.changed", "vocabulary.changed"),
    ),
];

const fn row(keyword: &'static str, ids: [&'static str; 5]) -> Row {
    (keyword, ids)
}

const fn same(added: &'static str, removed: &'static str, changed: &'static str) -> [&'static str; 5] {
    [added, removed, changed, changed, changed]
}

/// The id of a change to a keyword.
pub(super) fn id(keyword: &str, how: How) -> &'static str {
    let ids = ROWS
        .iter()
        .chain(NOTES)
        .find(|(known, _)| *known == keyword)
        .map(|(_, ids)| ids);
    let unknown = [
        "keyword.added",
        "keyword.removed",
        "keyword.changed",
        "keyword.changed",
        "keyword.changed",
    ];
    let ids = ids.copied().unwrap_or(unknown);
    match how {
        How::Added => ids[0],
        How::Removed => ids[1],
        How::Grown => ids[2],
        How::Shrunk => ids[3],
        How::Changed => ids[4],
    }
}

#[cfg(test)]
mod tests {
    use super::{How, NOTES, ROWS, id};

    #[test]
    fn every_keyword_has_one_row() {
        let mut keywords: Vec<_> = ROWS.iter().chain(NOTES).map(|(keyword, _)| *keyword).collect();
        let n_rows = keywords.len();
        keywords.sort_unstable();
        keywords.dedup();
        assert_eq!(keywords.len(), n_rows);
        assert_eq!(id("minimum", How::Grown), "minimum.increased");
        assert_eq!(id("x-mine", How::Added), "keyword.added");
    }
}
