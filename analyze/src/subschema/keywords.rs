//! The members of one schema object, sorted out in one pass.

use mcpward_json::{Kind, Value};

/// The members that rules ask for; of duplicate members the last one, as common readers take it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Keywords<'d> {
    pub(crate) schema: Option<Value<'d>>,
    pub(crate) id: Option<Value<'d>>,
    pub(crate) anchor: Option<Value<'d>>,
    pub(crate) reference: Option<Value<'d>>,
    pub(crate) types: Option<Value<'d>>,
    pub(crate) properties: Option<Value<'d>>,
    pub(crate) pattern_properties: Option<Value<'d>>,
    pub(crate) additional_properties: Option<Value<'d>>,
    pub(crate) required: Option<Value<'d>>,
    pub(crate) items: Option<Value<'d>>,
    pub(crate) prefix_items: Option<Value<'d>>,
    pub(crate) any_of: Option<Value<'d>>,
    pub(crate) one_of: Option<Value<'d>>,
    pub(crate) all_of: Option<Value<'d>>,
    pub(crate) not: Option<Value<'d>>,
    pub(crate) condition: Option<Value<'d>>,
    pub(crate) values: Option<Value<'d>>,
    pub(crate) constant: Option<Value<'d>>,
    pub(crate) format: Option<Value<'d>>,
    pub(crate) pattern: Option<Value<'d>>,
    pub(crate) default: Option<Value<'d>>,
    pub(crate) examples: Option<Value<'d>>,
    pub(crate) title: Option<Value<'d>>,
    pub(crate) description: Option<Value<'d>>,
    pub(crate) exclusive_minimum: Option<Value<'d>>,
    pub(crate) exclusive_maximum: Option<Value<'d>>,
}

impl<'d> Keywords<'d> {
    /// Sorts out the members of a schema; nothing where it is no object.
    pub(crate) fn of(schema: Value<'d>) -> Self {
        let mut keywords = Self::default();
        for (name, value) in schema.entries() {
            let Some(name) = name.as_str() else { continue };
            let place = match &*name {
                "$schema" => &mut keywords.schema,
                "$id" | "id" if value.is_string() => &mut keywords.id,
                "$anchor" => &mut keywords.anchor,
                "$ref" => &mut keywords.reference,
                "type" => &mut keywords.types,
                "properties" => &mut keywords.properties,
                "patternProperties" => &mut keywords.pattern_properties,
                "additionalProperties" => &mut keywords.additional_properties,
                "required" => &mut keywords.required,
                "items" => &mut keywords.items,
                "prefixItems" => &mut keywords.prefix_items,
                "anyOf" => &mut keywords.any_of,
                "oneOf" => &mut keywords.one_of,
                "allOf" => &mut keywords.all_of,
                "not" => &mut keywords.not,
                "if" | "then" | "else" => &mut keywords.condition,
                "enum" => &mut keywords.values,
                "const" => &mut keywords.constant,
                "format" => &mut keywords.format,
                "pattern" => &mut keywords.pattern,
                "default" => &mut keywords.default,
                "examples" => &mut keywords.examples,
                "title" => &mut keywords.title,
                "description" => &mut keywords.description,
                "exclusiveMinimum" => &mut keywords.exclusive_minimum,
                "exclusiveMaximum" => &mut keywords.exclusive_maximum,
                _ => continue,
            };
            *place = Some(value);
        }
        keywords
    }

    /// Whether `type` names this type, alone or in a list.
    pub(crate) fn allows_type(&self, name: &str) -> bool {
        self.types
            .is_some_and(|types| types.is_text(name) || types.items().any(|item| item.is_text(name)))
    }

    /// Whether `type` is this type alone.
    pub(crate) fn is_type(&self, name: &str) -> bool {
        self.types.is_some_and(|types| types.is_text(name))
    }

    /// Whether `required` lists a property.
    pub(crate) fn requires(&self, name: &str) -> bool {
        self.required
            .is_some_and(|required| required.items().any(|item| item.is_text(name)))
    }

    /// Whether there are properties, declared one by one.
    pub(crate) fn has_properties(&self) -> bool {
        self.properties
            .is_some_and(|properties| properties.kind() == Kind::Object && properties.entries().next().is_some())
    }
}
