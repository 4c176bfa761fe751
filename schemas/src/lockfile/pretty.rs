//! JSON for reviewers: members sorted, two spaces a level, short lists on one line, nothing hidden.

use std::fmt::Write as _;

use mcpward_json::{Kind, Value, canonical};

use super::limits::{INDENT_DEPTH_MAX, LINE_COLUMNS_MAX};
use crate::report::is_hidden;

enum Todo<'d> {
    Value(Value<'d>, usize),
    Close(char, usize),
    Line(usize),
    Text(&'static str),
    Name(String, usize),
}

/// Appends `value`, whose first character stands at `level` of indentation. Never recurses.
pub(super) fn pretty(value: Value<'_>, level: usize, out: &mut String) {
    let mut todo = vec![Todo::Value(value, level)];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Text(text) => out.push_str(text),
            Todo::Close(bracket, level) => {
                new_line(level, out);
                out.push(bracket);
            }
            Todo::Line(level) => new_line(level, out),
            Todo::Name(name, level) => {
                new_line(level, out);
                quote_visible(&name, out);
                out.push_str(": ");
            }
            Todo::Value(value, level) => {
                if level >= INDENT_DEPTH_MAX {
                    visible(&canonical(value), out);
                } else if !on_one_line(value, level, out) {
                    open(value, level, out, &mut todo);
                }
            }
        }
    }
}

fn open<'d>(value: Value<'d>, level: usize, out: &mut String, todo: &mut Vec<Todo<'d>>) {
    let first = todo.len();
    if value.is_array() {
        out.push('[');
        todo.push(Todo::Close(']', level));
        for (idx, item) in value.items().enumerate() {
            if idx > 0 {
                todo.push(Todo::Text(","));
            }
            todo.push(Todo::Line(level + 1));
            todo.push(Todo::Value(item, level + 1));
        }
    } else {
        out.push('{');
        todo.push(Todo::Close('}', level));
        for (idx, (name, value)) in sorted(value).into_iter().enumerate() {
            if idx > 0 {
                todo.push(Todo::Text(","));
            }
            todo.push(Todo::Name(name, level + 1));
            todo.push(Todo::Value(value, level + 1));
        }
    }
    todo[first + 1..].reverse();
}

/// Members by name in code points; of equal names the order sent.
fn sorted(value: Value<'_>) -> Vec<(String, Value<'_>)> {
    let mut members: Vec<_> = value
        .entries()
        .map(|(name, value)| (name.as_str().unwrap_or_default().into_owned(), value))
        .collect();
    members.sort_by(|a, b| a.0.cmp(&b.0));
    members
}

/// Writes scalars, and lists and objects of scalars that fit; says whether it did.
fn on_one_line(value: Value<'_>, level: usize, out: &mut String) -> bool {
    let is_scalar = |value: Value<'_>| !value.is_array() && !value.is_object();
    if is_scalar(value) {
        scalar(value, out);
        return true;
    }
    let budget = LINE_COLUMNS_MAX.saturating_sub(2 * level);
    if value.raw().len() > 4 * budget + 16 {
        return false;
    }
    let mut line = String::new();
    if value.is_array() {
        if !value.items().all(is_scalar) {
            return false;
        }
        line.push('[');
        for (idx, item) in value.items().enumerate() {
            line.push_str(if idx > 0 { ", " } else { "" });
            scalar(item, &mut line);
        }
        line.push(']');
    } else {
        if !value.entries().all(|(_, member)| is_scalar(member)) {
            return false;
        }
        let members = sorted(value);
        line.push_str(if members.is_empty() { "{" } else { "{ " });
        for (idx, (name, member)) in members.iter().enumerate() {
            line.push_str(if idx > 0 { ", " } else { "" });
            quote_visible(name, &mut line);
            line.push_str(": ");
            scalar(*member, &mut line);
        }
        line.push_str(if members.is_empty() { "}" } else { " }" });
    }
    let fits = line.chars().count() <= budget;
    if fits {
        out.push_str(&line);
    }
    fits
}

fn scalar(value: Value<'_>, out: &mut String) {
    match value.kind() {
        Kind::String => quote_visible(&value.as_str().unwrap_or_default(), out),
        _ => out.push_str(&canonical(value)),
    }
}

/// Starts a line at a level of indentation.
pub(super) fn new_line(level: usize, out: &mut String) {
    out.push('\n');
    for _ in 0..level {
        out.push_str("  ");
    }
}

/// Appends `text` as a JSON string in which every character that has no look of its own is escaped.
pub(super) fn quote_visible(text: &str, out: &mut String) {
    let mut quoted = String::with_capacity(text.len() + 2);
    mcpward_json::quote(text, &mut quoted);
    visible(&quoted, out);
}

/// JSON text with hidden characters as `\u` escapes. They can only stand inside strings.
fn visible(json: &str, out: &mut String) {
    let mut rest = json;
    while let Some((at, hidden)) = rest.char_indices().find(|&(_, c)| is_hidden(c)) {
        out.push_str(&rest[..at]);
        for unit in hidden.encode_utf16(&mut [0; 2]) {
            write!(out, "\\u{unit:04x}").expect("writing to a string does not fail");
        }
        rest = &rest[at + hidden.len_utf8()..];
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    fn of(text: &str) -> String {
        let doc = Doc::parse(text, &Limits::default()).unwrap();
        let mut out = String::new();
        super::pretty(doc.root(), 0, &mut out);
        let again = Doc::parse(
            out.clone(),
            &Limits {
                depth_max: 200_000,
                nodes_max: 10_000_000,
            },
        )
        .unwrap();
        assert!(again.root().same(doc.root()), "{out}");
        out
    }

    #[test]
    fn short_things_stay_on_a_line() {
        assert_eq!(
            of(r#"{"b":[1.0,"x"],"a":{"d":{},"c":null}}"#),
            "{\n  \"a\": {\n    \"c\": null,\n    \"d\": {}\n  },\n  \"b\": [1, \"x\"]\n}"
        );
        assert_eq!(of(r#"[[1],[2]]"#), "[\n  [1],\n  [2]\n]");
        assert_eq!(of("{}"), "{}");
        let long = format!("[\"{}\",\"b\"]", "a".repeat(100));
        assert_eq!(of(&long).lines().count(), 4);
    }

    #[test]
    fn what_hides_is_escaped() {
        assert_eq!(of("[\"a\u{200b}b\u{e0041}\"]"), r#"["a\u200bb\udb40\udc41"]"#);
    }

    #[test]
    fn depth_costs_neither_stack_nor_indentation() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert!(of(&deep).len() < 300_000);
    }
}
