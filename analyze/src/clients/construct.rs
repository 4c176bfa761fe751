//! The constructs of schemas that some client minds.

use serde::Deserialize;

/// A construct of an input schema, or where it says so of an output schema. The name in profiles is the name of the rule that reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Construct {
    /// `anyOf`, `oneOf` or `allOf` at the root.
    RootCombinator,
    /// `not` at the root.
    RootNot,
    /// `if`, `then` or `else` at the root.
    RootConditional,
    /// `enum` at the root.
    RootEnum,
    /// A root without `type: "object"`.
    RootType,
    /// A root object without `properties`.
    ObjectWithoutProperties,
    /// An object below the root with no properties.
    EmptyNestedObject,
    /// An array without `items`.
    ArrayWithoutItems,
    /// `items` that is an array of schemas.
    TupleItems,
    /// `oneOf` below the root.
    NestedOneOf,
    /// `allOf` below the root.
    NestedAllOf,
    /// `$ref` that resolves inside the schema.
    Reference,
    /// `$ref` that leads back to itself.
    RecursiveReference,
    /// `$ref` that leads nowhere in the schema.
    DanglingReference,
    /// `$ref` beside other keywords.
    ReferenceSiblings,
    /// `type` that is a list.
    TypeList,
    /// `enum` with values that are no strings; the detail is `mixed` where some are.
    EnumType,
    /// `format`; the detail is its name.
    Format,
    /// `exclusiveMinimum` or `exclusiveMaximum` with a number.
    ExclusiveBound,
    /// `exclusiveMinimum` or `exclusiveMaximum` with a boolean, as in draft 4.
    BooleanExclusiveBound,
    /// `description: null`.
    NullDescription,
    /// `pattern` with lookahead or lookbehind.
    PatternLookaround,
    /// `pattern` that does not begin with `^` and end with `$`.
    PatternUnanchored,
    /// `default`.
    DefaultValue,
    /// A property that is not required.
    OptionalProperty,
    /// A keyword; the detail is its name, or `standard` where a draft of JSON Schema has it and the profile lists none.
    UnknownKeyword,
    /// `$schema` of draft 7.
    #[serde(rename = "dialect-draft-07")]
    DialectDraft07,
    /// `$schema` of draft 2020-12.
    #[serde(rename = "dialect-2020-12")]
    Dialect202012,
    /// An object that does not forbid further properties.
    OpenObject,
    /// `anyOf` or `oneOf` beside `type`.
    UnionBesideType,
    /// `properties` or `required` where `type` is not object.
    MisplacedObjectKeyword,
    /// `$ref` in an output schema that leads back to itself, or nowhere in the schema.
    OutputReference,
}

/// All constructs with the names that profiles use.
pub(crate) const ALL: [(Construct, &str); 32] = [
    (Construct::RootCombinator, "root-combinator"),
    (Construct::RootNot, "root-not"),
    (Construct::RootConditional, "root-conditional"),
    (Construct::RootEnum, "root-enum"),
    (Construct::RootType, "root-type"),
    (Construct::ObjectWithoutProperties, "object-without-properties"),
    (Construct::EmptyNestedObject, "empty-nested-object"),
    (Construct::ArrayWithoutItems, "array-without-items"),
    (Construct::TupleItems, "tuple-items"),
    (Construct::NestedOneOf, "nested-one-of"),
    (Construct::NestedAllOf, "nested-all-of"),
    (Construct::Reference, "reference"),
    (Construct::RecursiveReference, "recursive-reference"),
    (Construct::DanglingReference, "dangling-reference"),
    (Construct::ReferenceSiblings, "reference-siblings"),
    (Construct::TypeList, "type-list"),
    (Construct::EnumType, "enum-type"),
    (Construct::Format, "format"),
    (Construct::ExclusiveBound, "exclusive-bound"),
    (Construct::BooleanExclusiveBound, "boolean-exclusive-bound"),
    (Construct::NullDescription, "null-description"),
    (Construct::PatternLookaround, "pattern-lookaround"),
    (Construct::PatternUnanchored, "pattern-unanchored"),
    (Construct::DefaultValue, "default-value"),
    (Construct::OptionalProperty, "optional-property"),
    (Construct::UnknownKeyword, "unknown-keyword"),
    (Construct::DialectDraft07, "dialect-draft-07"),
    (Construct::Dialect202012, "dialect-2020-12"),
    (Construct::OpenObject, "open-object"),
    (Construct::UnionBesideType, "union-beside-type"),
    (Construct::MisplacedObjectKeyword, "misplaced-object-keyword"),
    (Construct::OutputReference, "output-reference"),
];

impl Construct {
    /// The member of a tool that has it.
    pub(crate) fn member(self) -> &'static str {
        match self {
            Self::DialectDraft07 | Self::OutputReference => "outputSchema",
            _ => "inputSchema",
        }
    }

    /// The name in profiles and rule ids.
    pub fn name(self) -> &'static str {
        ALL.iter()
            .find(|(construct, _)| *construct == self)
            .map_or("", |(_, name)| name)
    }
}
