//! Every change row: its id, and what it does to the schema that it stands in.
//!
//! An id names what happened, never whether it matters: that is decided by the prover, edit by edit.

use std::fmt;

use self::Tendency::{Narrows, Notes, Open, Rewrites, Widens};

/// What a change does to the schema that it stands in, seen by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tendency {
    /// Fewer instances, unless something else bars them already.
    Narrows,
    /// More instances, unless something else bars them still.
    Widens,
    /// Neither, or either: only a proof tells.
    Open,
    /// The same instances: another way of writing.
    Rewrites,
    /// Nothing that validity depends on.
    Notes,
}

impl fmt::Display for Tendency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Narrows => "narrows",
            Self::Widens => "widens",
            Self::Open => "open",
            Self::Rewrites => "rewrites",
            Self::Notes => "notes",
        })
    }
}

/// One kind of change, with a stable id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeRow {
    /// The id, such as `minimum.increased`.
    pub id: &'static str,
    /// What it does by itself.
    pub tendency: Tendency,
}

/// All rows, by id.
pub fn change_rows() -> &'static [ChangeRow] {
    ROWS
}

/// How the value of a keyword changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    Added,
    Removed,
    Grown,
    Shrunk,
    Changed,
}

/// The id of a change to a keyword; so has a value that no draft allows, and a keyword that none knows.
pub(super) fn id(keyword: &str, how: How) -> &'static str {
    let family = match keyword {
        "$ref" => "ref",
        "$dynamicRef" => "dynamicRef",
        "$recursiveRef" => "recursiveRef",
        "$defs" | "definitions" => "def",
        "$schema" => "dialect",
        "$vocabulary" => "vocabulary",
        "$comment" => "comment",
        "$id" => "id",
        "$anchor" | "$dynamicAnchor" | "$recursiveAnchor" => "anchor",
        "contentEncoding" | "contentMediaType" | "contentSchema" => "content",
        "properties" => "property",
        other => other,
    };
    let kind = match how {
        How::Added => "added",
        How::Removed => "removed",
        How::Grown => "increased",
        How::Shrunk => "decreased",
        How::Changed => "changed",
    };
    let named = [kind, "changed"].map(|kind| find(&format!("{family}.{kind}")));
    let [exact, any] = named;
    let is_known = ROWS
        .iter()
        .any(|row| row.id.split_once('.').is_some_and(|(known, _)| known == family));
    let other = if is_known {
        "keyword.malformed"
    } else {
        "vocabulary.unknown_keyword"
    };
    exact.or(any).map_or(other, |row| row.id)
}

fn find(id: &str) -> Option<&'static ChangeRow> {
    ROWS.binary_search_by(|row| row.id.cmp(id)).ok().map(|at| &ROWS[at])
}

/// What a change of that id does by itself.
pub(super) fn tendency(id: &str) -> Tendency {
    find(id).map_or(Open, |row| row.tendency)
}

const fn row(id: &'static str, tendency: Tendency) -> ChangeRow {
    ChangeRow { id, tendency }
}

const ROWS: &[ChangeRow] = &[
    row("additionalItems.added", Narrows),
    row("additionalItems.changed", Open),
    row("additionalItems.false", Narrows),
    row("additionalItems.narrowed", Narrows),
    row("additionalItems.removed", Widens),
    row("additionalItems.widened", Widens),
    row("additionalProperties.added", Narrows),
    row("additionalProperties.false_added", Narrows),
    row("additionalProperties.opened", Widens),
    row("additionalProperties.schema_changed", Open),
    row("additionalProperties.schema_narrowed", Narrows),
    row("additionalProperties.schema_widened", Widens),
    row("additionalProperties.scope_trap", Narrows),
    row("additionalProperties.true_vs_absent", Rewrites),
    row("allOf.added", Narrows),
    row("allOf.branch_added", Narrows),
    row("allOf.branch_changed", Open),
    row("allOf.branch_removed", Widens),
    row("allOf.inlined", Rewrites),
    row("allOf.removed", Widens),
    row("anchor.changed", Notes),
    row("anyOf.added", Narrows),
    row("anyOf.branch_added", Widens),
    row("anyOf.branch_changed", Open),
    row("anyOf.branch_removed", Narrows),
    row("anyOf.removed", Widens),
    row("anyOf.to_oneOf", Open),
    row("array_vs_single", Open),
    row("comment.changed", Notes),
    row("const.added", Narrows),
    row("const.changed", Open),
    row("const.removed", Widens),
    row("contains.added", Narrows),
    row("contains.changed", Open),
    row("contains.narrowed", Narrows),
    row("contains.removed", Widens),
    row("contains.widened", Widens),
    row("content.changed", Notes),
    row("def.added", Open),
    row("def.moved", Rewrites),
    row("def.removed", Open),
    row("def.unused_added", Rewrites),
    row("def.unused_changed", Rewrites),
    row("def.unused_removed", Rewrites),
    row("default.added", Notes),
    row("default.changed", Notes),
    row("default.now_invalid", Notes),
    row("default.removed", Notes),
    row("dependencies.added", Narrows),
    row("dependencies.changed", Open),
    row("dependencies.removed", Widens),
    row("dependencies.split", Rewrites),
    row("dependentRequired.added", Narrows),
    row("dependentRequired.changed", Open),
    row("dependentRequired.extended", Narrows),
    row("dependentRequired.reduced", Widens),
    row("dependentRequired.removed", Widens),
    row("dependentSchemas.added", Narrows),
    row("dependentSchemas.changed", Open),
    row("dependentSchemas.narrowed", Narrows),
    row("dependentSchemas.removed", Widens),
    row("dependentSchemas.widened", Widens),
    row("deprecated.reset", Notes),
    row("deprecated.true_added", Notes),
    row("description.changed", Notes),
    row("dialect.changed", Open),
    row("discriminator.variant_added", Widens),
    row("discriminator.variant_removed", Narrows),
    row("draft04.id", Rewrites),
    row("dynamicRef.changed", Open),
    row("else.added", Narrows),
    row("else.changed", Open),
    row("else.narrowed", Narrows),
    row("else.removed", Widens),
    row("else.widened", Widens),
    row("enum.added", Narrows),
    row("enum.case_changed", Open),
    row("enum.changed", Open),
    row("enum.duplicate", Rewrites),
    row("enum.emptied", Narrows),
    row("enum.removed", Widens),
    row("enum.reordered", Rewrites),
    row("enum.single_to_const", Rewrites),
    row("enum.to_oneof_const", Rewrites),
    row("enum.to_type", Widens),
    row("enum.value_added", Widens),
    row("enum.value_removed", Narrows),
    row("examples.changed", Notes),
    row("exclusive.added", Narrows),
    row("exclusive.boolean_to_number", Rewrites),
    row("exclusive.removed", Widens),
    row("exclusiveMaximum.added", Narrows),
    row("exclusiveMaximum.decreased", Narrows),
    row("exclusiveMaximum.increased", Widens),
    row("exclusiveMaximum.removed", Widens),
    row("exclusiveMinimum.added", Narrows),
    row("exclusiveMinimum.decreased", Widens),
    row("exclusiveMinimum.increased", Narrows),
    row("exclusiveMinimum.removed", Widens),
    row("exclusive_vs_inclusive", Open),
    row("format.added", Narrows),
    row("format.changed", Open),
    row("format.removed", Widens),
    row("format.unregistered", Notes),
    row("id.changed", Notes),
    row("if.added_alone", Rewrites),
    row("if.condition_changed", Open),
    row("if.removed_alone", Rewrites),
    row("if.to_oneOf", Rewrites),
    row("integer.to_string_encoded", Open),
    row("items.added", Narrows),
    row("items.changed", Open),
    row("items.false_added", Narrows),
    row("items.narrowed", Narrows),
    row("items.removed", Widens),
    row("items.widened", Widens),
    row("items_array.to_prefixItems", Rewrites),
    row("keyword.malformed", Open),
    row("maxContains.added", Narrows),
    row("maxContains.decreased", Narrows),
    row("maxContains.increased", Widens),
    row("maxContains.removed", Widens),
    row("maxItems.added", Narrows),
    row("maxItems.decreased", Narrows),
    row("maxItems.increased", Widens),
    row("maxItems.removed", Widens),
    row("maxLength.added", Narrows),
    row("maxLength.decreased", Narrows),
    row("maxLength.increased", Widens),
    row("maxLength.removed", Widens),
    row("maxProperties.added", Narrows),
    row("maxProperties.decreased", Narrows),
    row("maxProperties.increased", Widens),
    row("maxProperties.removed", Widens),
    row("maximum.added", Narrows),
    row("maximum.both_forms", Open),
    row("maximum.decreased", Narrows),
    row("maximum.increased", Widens),
    row("maximum.removed", Widens),
    row("minContains.added", Narrows),
    row("minContains.decreased", Widens),
    row("minContains.increased", Narrows),
    row("minContains.removed", Widens),
    row("minItems.added", Narrows),
    row("minItems.decreased", Widens),
    row("minItems.increased", Narrows),
    row("minItems.removed", Widens),
    row("minLength.added", Narrows),
    row("minLength.decreased", Widens),
    row("minLength.increased", Narrows),
    row("minLength.removed", Widens),
    row("minProperties.added", Narrows),
    row("minProperties.decreased", Widens),
    row("minProperties.increased", Narrows),
    row("minProperties.removed", Widens),
    row("minimum.added", Narrows),
    row("minimum.both_forms", Open),
    row("minimum.decreased", Widens),
    row("minimum.increased", Narrows),
    row("minimum.removed", Widens),
    row("multipleOf.added", Narrows),
    row("multipleOf.changed", Open),
    row("multipleOf.removed", Widens),
    row("not.added", Narrows),
    row("not.changed", Open),
    row("not.double", Rewrites),
    row("not.narrowed", Narrows),
    row("not.removed", Widens),
    row("not.widened", Widens),
    row("nullable.added", Widens),
    row("nullable.removed", Narrows),
    row("number.precision", Open),
    row("number.range_emptied", Narrows),
    row("object.empty_params", Rewrites),
    row("object.required_unknown_name", Narrows),
    row("object.type_guard_missing", Narrows),
    row("oneOf.added", Narrows),
    row("oneOf.branch_added", Open),
    row("oneOf.branch_changed", Open),
    row("oneOf.branch_narrowed", Narrows),
    row("oneOf.branch_removed", Open),
    row("oneOf.branch_widened", Widens),
    row("oneOf.removed", Widens),
    row("oneOf.to_anyOf", Widens),
    row("pattern.added", Narrows),
    row("pattern.changed", Open),
    row("pattern.invalid", Narrows),
    row("pattern.removed", Widens),
    row("pattern.rewritten", Rewrites),
    row("pattern.vs_length", Open),
    row("patternProperties.added", Narrows),
    row("patternProperties.regex_changed", Open),
    row("patternProperties.removed", Widens),
    row("patternProperties.schema_changed", Open),
    row("patternProperties.schema_narrowed", Narrows),
    row("patternProperties.schema_widened", Widens),
    row("prefixItems.changed", Open),
    row("prefixItems.length_not_required", Rewrites),
    row("prefixItems.narrowed", Narrows),
    row("prefixItems.position_added", Narrows),
    row("prefixItems.position_removed", Widens),
    row("prefixItems.widened", Widens),
    row("property.became_optional", Widens),
    row("property.became_required", Narrows),
    row("property.optional_added", Narrows),
    row("property.removed", Widens),
    row("property.renamed", Open),
    row("property.required_added", Narrows),
    row("property.schema_changed", Open),
    row("property.schema_false", Narrows),
    row("property.schema_narrowed", Narrows),
    row("property.schema_widened", Widens),
    row("property.type_and_required_swapped", Open),
    row("propertyNames.added", Narrows),
    row("propertyNames.changed", Open),
    row("propertyNames.narrowed", Narrows),
    row("propertyNames.removed", Widens),
    row("propertyNames.widened", Widens),
    row("readOnly.changed", Notes),
    row("recursiveRef.changed", Open),
    row("ref.dangling_added", Open),
    row("ref.def_moved", Rewrites),
    row("ref.def_renamed", Rewrites),
    row("ref.external_added", Open),
    row("ref.extracted", Rewrites),
    row("ref.inlined", Rewrites),
    row("ref.recursive_narrowed", Narrows),
    row("ref.recursive_widened", Widens),
    row("ref.sibling_semantics", Open),
    row("ref.target_changed", Open),
    row("schema.became_universal", Widens),
    row("schema.became_unsatisfiable", Narrows),
    row("then.added", Narrows),
    row("then.changed", Open),
    row("then.narrowed", Narrows),
    row("then.removed", Widens),
    row("then.widened", Widens),
    row("title.changed", Notes),
    row("type.added_to_union", Widens),
    row("type.array_order", Rewrites),
    row("type.boolean_schema", Open),
    row("type.integer_to_number", Widens),
    row("type.keyword_added", Narrows),
    row("type.keyword_removed", Widens),
    row("type.number_to_integer", Narrows),
    row("type.removed_from_union", Narrows),
    row("type.replaced", Open),
    row("type.root_not_object", Open),
    row("type.singleton_array", Rewrites),
    row("type.to_enum", Narrows),
    row("type.union_as_anyof", Rewrites),
    row("unevaluatedItems.added", Narrows),
    row("unevaluatedItems.changed", Open),
    row("unevaluatedItems.loosened", Widens),
    row("unevaluatedItems.narrowed", Narrows),
    row("unevaluatedItems.removed", Widens),
    row("unevaluatedProperties.added", Narrows),
    row("unevaluatedProperties.changed", Open),
    row("unevaluatedProperties.false_added", Narrows),
    row("unevaluatedProperties.loosened", Widens),
    row("unevaluatedProperties.narrowed", Narrows),
    row("unevaluatedProperties.removed", Widens),
    row("uniqueItems.removed", Widens),
    row("uniqueItems.true_added", Narrows),
    row("vocabulary.changed", Notes),
    row("vocabulary.unknown_keyword", Notes),
    row("writeOnly.changed", Notes),
];

#[cfg(test)]
mod tests {
    use super::{How, ROWS, Tendency, id, tendency};

    #[test]
    fn keywords_have_rows() {
        for (keyword, how, named) in [
            ("minimum", How::Grown, "minimum.increased"),
            ("multipleOf", How::Grown, "multipleOf.changed"),
            ("title", How::Added, "title.changed"),
            ("$schema", How::Changed, "dialect.changed"),
            ("minimum", How::Changed, "keyword.malformed"),
            ("x-mine", How::Added, "vocabulary.unknown_keyword"),
        ] {
            assert_eq!(id(keyword, how), named);
        }
    }

    #[test]
    fn rows_are_sorted_and_found() {
        assert!(ROWS.windows(2).all(|pair| pair[0].id < pair[1].id));
        assert_eq!(tendency("minimum.increased"), Tendency::Narrows);
        assert_eq!(tendency("description.changed"), Tendency::Notes);
    }
}
