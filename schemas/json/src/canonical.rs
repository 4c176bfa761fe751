//! One text for one meaning, for comparing and digesting.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::value::{Kind, Value};

/// The value without white space, members sorted by name (code points), numbers and strings in one spelling.
///
/// Duplicate members all stay, in the order sent, so that a digest covers everything that a reader might have taken.
/// A number whose exponent passes 64 bits keeps its spelling. Surrogates without partner are written as U+FFFD.
pub fn canonical(value: Value<'_>) -> String {
    let mut out = String::with_capacity(value.raw().len());
    let mut todo = vec![Write::Value(value)];
    while let Some(next) = todo.pop() {
        match next {
            Write::Text(text) => out.push_str(text),
            Write::Name(name) => {
                quote(&name, &mut out);
                out.push(':');
            }
            Write::Value(value) => write_value(value, &mut out, &mut todo),
        }
    }
    out
}

enum Write<'d> {
    Text(&'static str),
    Name(Cow<'d, str>),
    Value(Value<'d>),
}

fn write_value<'d>(value: Value<'d>, out: &mut String, todo: &mut Vec<Write<'d>>) {
    match value.kind() {
        Kind::Null | Kind::Bool(_) => out.push_str(value.raw()),
        Kind::Number if is_integer(value.raw()) => out.push_str(value.raw()),
        Kind::Number => match value.decimal() {
            Some(decimal) => write!(out, "{decimal}").expect("writing to a string does not fail"),
            None => out.push_str(value.raw()),
        },
        Kind::String => quote(&value.as_str().unwrap_or_default(), out),
        Kind::Array => {
            out.push('[');
            let first = todo.len();
            todo.push(Write::Text("]"));
            for (idx, item) in value.items().enumerate() {
                if idx > 0 {
                    todo.push(Write::Text(","));
                }
                todo.push(Write::Value(item));
            }
            todo[first + 1..].reverse();
        }
        Kind::Object => {
            out.push('{');
            let mut members: Vec<_> = value
                .entries()
                .map(|(name, value)| (name.as_str().unwrap_or_default(), value))
                .collect();
            members.sort_by(|a, b| a.0.cmp(&b.0));
            let first = todo.len();
            todo.push(Write::Text("}"));
            for (idx, (name, value)) in members.into_iter().enumerate() {
                if idx > 0 {
                    todo.push(Write::Text(","));
                }
                todo.push(Write::Name(name));
                todo.push(Write::Value(value));
            }
            todo[first + 1..].reverse();
        }
    }
}

/// Whether a number is spelled as it is written here: most are ids.
fn is_integer(number: &str) -> bool {
    // Longer ones are written with an exponent.
    const DIGITS_MAX: usize = 20;
    let has_lead = number.len() > 1 && number.starts_with('0');
    number.len() <= DIGITS_MAX && !has_lead && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Appends `text` as a JSON string, escaping only what RFC 8259 section 7 demands.
pub fn quote(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c == '"' || c == '\\' || c < ' ') {
        out.push_str(&rest[..at]);
        match rest.as_bytes()[at] {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            control => write!(out, "\\u{control:04x}").expect("writing to a string does not fail"),
        }
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use crate::{Doc, Limits, canonical};

    fn of(text: &str) -> String {
        canonical(Doc::parse(text, &Limits::default()).unwrap().root())
    }

    #[test]
    fn one_text_for_one_meaning() {
        for (text, written) in [
            (
                r#" { "b" : [ 1.0 , -0 ] , "a" : "\u0041\n\u0001" } "#,
                r#"{"a":"A\n\u0001","b":[1,0]}"#,
            ),
            (r#"{"a":1,"b":2,"a":0}"#, r#"{"a":1,"a":0,"b":2}"#),
            (r#"[[],{},[[]],null,true,"/"]"#, r#"[[],{},[[]],null,true,"/"]"#),
            ("1e99999999999999999999", "1e99999999999999999999"),
            ("[0, 10, 12345678901234567890]", "[0,10,12345678901234567890]"),
            ("10000000000000000000000", "1e22"),
        ] {
            assert_eq!(of(text), written);
            assert_eq!(of(written), written, "writing again changes nothing");
        }
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = "[".repeat(300_000) + &"]".repeat(300_000);
        assert_eq!(of(&deep), deep);
    }
}
