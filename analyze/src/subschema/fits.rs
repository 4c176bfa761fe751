//! Whether a value certainly does not fit a schema.
//!
//! Says no only where it is sure: what it does not understand fits. A validator would say more, at a hundred times the
//! price for a schema that is used once.

use mcpward_json::{Decimal, Kind, Value};

use super::keywords::Keywords;

/// Levels that are followed, references included. Defaults and examples are small; what is deeper counts as fitting.
const DEPTH_MAX: usize = 16;

/// Elements of an array that are looked at.
const ITEMS_MAX: usize = 64;

/// Longest text on which a pattern is tried, and the longest pattern, in bytes: compiling is what costs.
const PATTERN_BYTES_MAX: usize = 1_000;

/// Why a value does not fit a subschema of `root`, as a sentence fragment about the value; `None` where it fits or where
/// that can't be told.
pub(crate) fn contradiction(root: Value<'_>, schema: Value<'_>, value: Value<'_>) -> Option<String> {
    at_depth(root, schema, value, DEPTH_MAX)
}

fn at_depth(root: Value<'_>, schema: Value<'_>, value: Value<'_>, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    if schema.as_bool() == Some(false) {
        return Some("is not allowed at all".to_owned());
    }
    let keywords = Keywords::of(schema);
    if let Some(reference) = keywords.reference.and_then(Value::as_str) {
        // Only plain pointers: bases and anchors are rare, and what is not followed fits.
        let target = root.pointer(reference.strip_prefix('#')?)?;
        if let Some(reason) = at_depth(root, target, value, depth) {
            return Some(reason);
        }
    }
    let is_nullable = value.is_null() && schema.get("nullable").and_then(Value::as_bool) == Some(true);
    if is_nullable {
        return None;
    }
    wrong_type(&keywords, value)
        .or_else(|| not_listed(&keywords, value))
        .or_else(|| match value.kind() {
            Kind::Number => wrong_number(schema, value),
            Kind::String => wrong_text(schema, &keywords, value),
            Kind::Array => wrong_items(root, schema, &keywords, value, depth),
            Kind::Object => wrong_member(root, &keywords, value, depth),
            Kind::Null | Kind::Bool(_) => None,
        })
        .or_else(|| wrong_branches(root, &keywords, value, depth))
}

fn wrong_type(keywords: &Keywords<'_>, value: Value<'_>) -> Option<String> {
    let types = keywords.types?;
    let names: Vec<_> = match types.as_str() {
        Some(one) => vec![one],
        None => types.items().filter_map(Value::as_str).collect(),
    };
    let fits = |name: &str| match name {
        "integer" => value.decimal().is_some_and(|number| number.is_integer()),
        "any" => true,
        name => value.kind().name() == name,
    };
    if names.is_empty() || names.iter().any(|name| fits(name)) {
        return None;
    }
    let found = match value.decimal() {
        Some(number) if !number.is_integer() => "a number with a fraction",
        _ => match value.kind() {
            Kind::Null => "null",
            Kind::Bool(_) => "a boolean",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::Array => "an array",
            Kind::Object => "an object",
        },
    };
    Some(format!("is {found}, and the type is {}", names.join(" or ")))
}

fn not_listed(keywords: &Keywords<'_>, value: Value<'_>) -> Option<String> {
    let listed = keywords.values.filter(|values| values.is_array());
    if listed.is_some_and(|values| !values.items().any(|one| one.same(value))) {
        return Some("is none of the enum's values".to_owned());
    }
    keywords
        .constant
        .filter(|constant| !constant.same(value))
        .map(|_| "is not the const".to_owned())
}

/// Whether a number is on the wrong side of a bound.
type Breaks = fn(&Decimal, &Decimal) -> bool;

fn wrong_number(schema: Value<'_>, value: Value<'_>) -> Option<String> {
    let number = value.decimal()?;
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::decimal);
    let breaks: [(&str, Breaks); 4] = [
        ("minimum", |number, bound| number < bound),
        ("maximum", |number, bound| number > bound),
        ("exclusiveMinimum", |number, bound| number <= bound),
        ("exclusiveMaximum", |number, bound| number >= bound),
    ];
    let broken = breaks
        .iter()
        .find(|(keyword, breaks)| bound(keyword).is_some_and(|bound| breaks(&number, &bound)))?;
    Some(format!("breaks {}", broken.0))
}

fn wrong_text(schema: Value<'_>, keywords: &Keywords<'_>, value: Value<'_>) -> Option<String> {
    let text = value.as_str()?;
    let n_chars = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    if let Some(broken) = outside(schema, "minLength", "maxLength", n_chars) {
        return Some(broken);
    }
    let pattern = keywords.pattern.and_then(Value::as_str)?;
    if pattern.len() > PATTERN_BYTES_MAX || text.len() > PATTERN_BYTES_MAX {
        return None;
    }
    // The engine is linear, and what it can't read is not judged.
    let regex = regex::RegexBuilder::new(&pattern).size_limit(1 << 20).build().ok()?;
    (!regex.is_match(&text)).then(|| "does not match the pattern".to_owned())
}

fn outside(schema: Value<'_>, min: &str, max: &str, n: i64) -> Option<String> {
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_i64);
    if bound(min).is_some_and(|bound| n < bound) {
        return Some(format!("breaks {min}"));
    }
    bound(max)
        .is_some_and(|bound| n > bound)
        .then(|| format!("breaks {max}"))
}

fn wrong_items(
    root: Value<'_>,
    schema: Value<'_>,
    keywords: &Keywords<'_>,
    value: Value<'_>,
    depth: usize,
) -> Option<String> {
    let n_items = i64::try_from(value.n_children()).unwrap_or(i64::MAX);
    if let Some(broken) = outside(schema, "minItems", "maxItems", n_items) {
        return Some(broken);
    }
    let items = keywords
        .items
        .filter(|items| !items.is_array() && keywords.prefix_items.is_none())?;
    let mut each = value.items().take(ITEMS_MAX);
    each.find_map(|item| at_depth(root, items, item, depth))
        .map(|reason| format!("has an item that {reason}"))
}

fn wrong_member(root: Value<'_>, keywords: &Keywords<'_>, value: Value<'_>, depth: usize) -> Option<String> {
    let properties = keywords.properties.filter(|properties| properties.is_object())?;
    value.entries().find_map(|(name, member)| {
        let name = name.as_str()?;
        let reason = at_depth(root, properties.get(&name)?, member, depth)?;
        Some(format!("has a member that {reason}"))
    })
}

fn wrong_branches(root: Value<'_>, keywords: &Keywords<'_>, value: Value<'_>, depth: usize) -> Option<String> {
    let fails = |branch: Value<'_>| at_depth(root, branch, value, depth);
    let all_of = keywords.all_of.into_iter().flat_map(Value::items).find_map(fails);
    if all_of.is_some() {
        return all_of;
    }
    [("anyOf", keywords.any_of), ("oneOf", keywords.one_of)]
        .into_iter()
        .find_map(|(keyword, branches)| {
            let branches = branches.filter(|branches| branches.items().next().is_some())?;
            let fits_none = branches.items().all(|branch| fails(branch).is_some());
            fits_none.then(|| format!("fits no branch of {keyword}"))
        })
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    #[test]
    fn only_what_is_sure_is_a_contradiction() {
        for (schema, value, expected) in [
            (r#"{"type":"integer"}"#, "1.0", None),
            (
                r#"{"type":"integer"}"#,
                "1.5",
                Some("is a number with a fraction, and the type is integer"),
            ),
            (r#"{"type":"string"}"#, "null", Some("is null, and the type is string")),
            (r#"{"type":"string","nullable":true}"#, "null", None),
            (r#"{"type":["string","null"]}"#, "null", None),
            (r#"{"enum":["a","b"]}"#, "\"c\"", Some("is none of the enum's values")),
            (r#"{"enum":[1]}"#, "1.0", None),
            (r#"{"minimum":3}"#, "2", Some("breaks minimum")),
            (r#"{"minimum":3}"#, "\"2\"", None),
            (r#"{"maxLength":2}"#, "\"äöü\"", Some("breaks maxLength")),
            (r#"{"pattern":"^a$"}"#, "\"b\"", Some("does not match the pattern")),
            (r#"{"pattern":"^(?!b)"}"#, "\"b\"", None),
            (
                r#"{"items":{"type":"string"}}"#,
                "[\"a\",1]",
                Some("has an item that is a number, and the type is string"),
            ),
            (
                r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#,
                "1",
                Some("fits no branch of anyOf"),
            ),
            (r#"{"anyOf":[{"type":"string"},{"$ref":"other.json"}]}"#, "1", None),
            (
                r##"{"$ref":"#/$defs/A","$defs":{"A":{"const":1}}}"##,
                "2",
                Some("is not the const"),
            ),
            (r##"{"$ref":"#"}"##, "2", None),
            (r#"{"properties":{"a":{"type":"string"}},"required":["b"]}"#, "{}", None),
            ("true", "2", None),
            ("false", "2", Some("is not allowed at all")),
        ] {
            let doc = Doc::parse(schema, &Limits::default()).unwrap();
            let value_doc = Doc::parse(value, &Limits::default()).unwrap();
            let found = super::contradiction(doc.root(), doc.root(), value_doc.root());
            assert_eq!(found.as_deref(), expected, "{schema} {value}");
        }
    }
}
