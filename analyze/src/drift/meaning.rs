//! A schema without what asserts nothing, in one spelling: a cheap first look at whether its meaning can have changed.

use mcpward_json::{Value, canonical, quote};

use super::leaves::{LeafKind, Place, place};

enum Todo<'d> {
    Schema(Value<'d>),
    List(Value<'d>),
    Map(Value<'d>),
    Text(&'static str),
    Name(String),
}

/// Equal texts mean equal meaning; different ones prove nothing. The order of names in `required`,
/// of values in `enum` and of types does not count.
pub(crate) fn meaning(schema: Value<'_>) -> String {
    let mut out = String::new();
    let mut todo = vec![Todo::Schema(schema)];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Text(text) => out.push_str(text),
            Todo::Name(name) => {
                quote(&name, &mut out);
                out.push(':');
            }
            Todo::List(list) => {
                let items = list.items().map(|item| (None, Todo::Schema(item))).collect();
                group("[", items, "]", &mut out, &mut todo);
            }
            Todo::Map(map) => {
                let items = members(map)
                    .into_iter()
                    .map(|(name, item)| (Some(name), Todo::Schema(item)))
                    .collect();
                group("{", items, "}", &mut out, &mut todo);
            }
            Todo::Schema(schema) if schema.is_object() => {
                let mut items = Vec::new();
                for (name, value) in members(schema) {
                    let item = match place(&name, value) {
                        Place::Leaf(LeafKind::Choice | LeafKind::Dialect) | Place::Assertion | Place::Choices => None,
                        Place::Leaf(_) => continue,
                        Place::Schema => Some(Todo::Schema(value)),
                        Place::List => Some(Todo::List(value)),
                        Place::Map => Some(Todo::Map(value)),
                    };
                    match item {
                        Some(item) => items.push((Some(name), item)),
                        None => items.push((Some(plain(&name, value)), Todo::Text(""))),
                    }
                }
                group("{", items, "}", &mut out, &mut todo);
            }
            Todo::Schema(other) => out.push_str(&canonical(other)),
        }
    }
    out
}

/// Name and value of a keyword that asserts, as one name: only equality matters here.
fn plain(name: &str, value: Value<'_>) -> String {
    let text = match name {
        "required" | "enum" | "type" if value.is_array() => {
            let mut items: Vec<String> = value.items().map(canonical).collect();
            items.sort();
            items.dedup();
            match (name, items.as_slice()) {
                ("type", [one]) => one.clone(),
                _ => items.join(","),
            }
        }
        _ => canonical(value),
    };
    format!("{name}={text}")
}

fn members(value: Value<'_>) -> Vec<(String, Value<'_>)> {
    let mut members: Vec<_> = value
        .entries()
        .map(|(name, value)| (name.as_str().unwrap_or_default().into_owned(), value))
        .collect();
    members.sort_by(|a, b| a.0.cmp(&b.0));
    members
}

fn group<'d>(
    open: &'static str,
    items: Vec<(Option<String>, Todo<'d>)>,
    close: &'static str,
    out: &mut String,
    todo: &mut Vec<Todo<'d>>,
) {
    out.push_str(open);
    let first = todo.len();
    for (name, item) in items {
        todo.extend(name.map(Todo::Name));
        todo.push(item);
        todo.push(Todo::Text(","));
    }
    todo.push(Todo::Text(close));
    todo[first..].reverse();
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    fn same(a: &str, b: &str) -> bool {
        let of = |text: &str| super::meaning(Doc::parse(text, &Limits::default()).unwrap().root());
        of(a) == of(b)
    }

    #[test]
    fn what_asserts_counts_and_nothing_else() {
        for (a, b, expected) in [
            (
                r#"{"type":["string","null"],"title":"A"}"#,
                r#"{"description":"x","type":["null","string"]}"#,
                true,
            ),
            (r#"{"type":"string"}"#, r#"{"type":["string"]}"#, true),
            (r#"{"required":["a","b"]}"#, r#"{"required":["b","a"]}"#, true),
            (
                r#"{"properties":{"title":{"type":"string"}}}"#,
                r#"{"properties":{}}"#,
                false,
            ),
            (r#"{"minimum":1}"#, r#"{"minimum":1.0}"#, true),
            (r#"{"minimum":1}"#, r#"{"minimum":2}"#, false),
            (r#"{"enum":["a"]}"#, r#"{"enum":["a","b"]}"#, false),
            (
                r#"{"items":[{"type":"string"}]}"#,
                r#"{"items":{"type":"string"}}"#,
                false,
            ),
            (r#"{"$schema":"a"}"#, r#"{"$schema":"b"}"#, false),
            ("true", "{}", false),
        ] {
            assert_eq!(same(a, b), expected, "{a} {b}");
        }
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = format!("{}{{}}{}", r#"{"not":"#.repeat(100_000), "}".repeat(100_000));
        assert!(same(&deep, &deep));
    }
}
