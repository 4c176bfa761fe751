//! Sizes of a schema that clients set budgets for.

use mcpward_json::Value;

use super::profile::Measure;
use crate::subschema::{Role, Tree};

/// From this many values on an enum counts as large.
const LARGE_ENUM_VALUES: usize = 250;

/// The sizes of one schema, or summed over several.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Measures {
    properties: usize,
    depth: usize,
    enum_values: usize,
    name_characters: usize,
    large_enum_characters: usize,
    optional_properties: usize,
    union_parameters: usize,
}

impl Measures {
    /// One of them.
    pub(crate) fn get(&self, measure: Measure) -> usize {
        match measure {
            Measure::Properties => self.properties,
            Measure::Depth => self.depth,
            Measure::EnumValues => self.enum_values,
            Measure::NameCharacters => self.name_characters,
            Measure::LargeEnumCharacters => self.large_enum_characters,
            Measure::OptionalProperties => self.optional_properties,
            Measure::UnionParameters => self.union_parameters,
        }
    }

    /// Both schemas in one request: counts add up, depths and the largest enum don't.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            properties: self.properties + other.properties,
            depth: self.depth.max(other.depth),
            enum_values: self.enum_values + other.enum_values,
            name_characters: self.name_characters + other.name_characters,
            large_enum_characters: self.large_enum_characters.max(other.large_enum_characters),
            optional_properties: self.optional_properties + other.optional_properties,
            union_parameters: self.union_parameters + other.union_parameters,
        }
    }
}

/// The sizes of a schema.
pub(crate) fn measure(tree: &Tree<'_>) -> Measures {
    let mut sizes = Measures::default();
    for node in &tree.nodes {
        let keywords = &node.keywords;
        sizes.depth = sizes.depth.max(node.level);
        if node.role == Role::Property {
            sizes.properties += 1;
            let name = node.name.as_deref().unwrap_or_default();
            sizes.name_characters += name.chars().count();
            let required = node
                .parent
                .is_some_and(|parent| tree.nodes[parent].keywords.requires(name));
            sizes.optional_properties += usize::from(!required);
            let union = keywords.any_of.is_some() || keywords.types.is_some_and(Value::is_array);
            sizes.union_parameters += usize::from(union);
        }
        if node.role == Role::Definition {
            sizes.name_characters += node.step.rsplit('/').next().unwrap_or_default().chars().count();
        }
        if let Some(values) = keywords.values {
            let n_values = values.items().count();
            let n_characters = values.items().map(text_len).sum();
            sizes.enum_values += n_values;
            sizes.name_characters += n_characters;
            if n_values > LARGE_ENUM_VALUES {
                sizes.large_enum_characters = sizes.large_enum_characters.max(n_characters);
            }
        }
        sizes.name_characters += keywords.constant.map_or(0, text_len);
    }
    sizes
}

fn text_len(value: Value<'_>) -> usize {
    value
        .as_str()
        .map_or_else(|| value.raw().chars().count(), |text| text.chars().count())
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::measure;
    use crate::clients::Measure;
    use crate::subschema::Tree;

    #[test]
    fn sizes_are_counted() {
        let text = r#"{"type":"object","required":["a"],"properties":{"a":{"enum":["xx",10]},
            "bb":{"type":["string","null"]},"c":{"type":"array","items":{"properties":{"d":{"const":"yyy"}}}}}}"#;
        let doc = Doc::parse(text, &Limits::default()).unwrap();
        let sizes = measure(&Tree::of(doc.root()));
        for (measure, expected) in [
            (Measure::Properties, 4),
            (Measure::Depth, 3),
            (Measure::EnumValues, 2),
            (Measure::NameCharacters, 1 + 2 + 1 + 1 + 4 + 3),
            (Measure::LargeEnumCharacters, 0),
            (Measure::OptionalProperties, 3),
            (Measure::UnionParameters, 1),
        ] {
            assert_eq!(sizes.get(measure), expected, "{measure:?}");
        }
        assert_eq!(sizes.plus(sizes).get(Measure::Properties), 8);
        assert_eq!(sizes.plus(sizes).get(Measure::Depth), 3);
    }
}
