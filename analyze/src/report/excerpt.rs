//! A JSON value as one line of bounded text.

use std::fmt::Write as _;

use serde_json::Value;

/// An open array or object on the way down.
enum Open<'a> {
    Array(std::slice::Iter<'a, Value>, bool),
    Object(std::vec::IntoIter<(&'a String, &'a Value)>, bool),
}

/// The value as compact JSON with sorted keys, raw (escape it), and whether it was cut after `chars_max` code points. Walks
/// with its own stack and stops at the bound, so neither depth nor size of the value costs anything.
pub(crate) fn excerpt(value: &Value, chars_max: usize) -> (String, bool) {
    let mut out = Bounded {
        text: String::new(),
        left: chars_max + 1,
    };
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut next = Some(value);
    loop {
        if let Some(value) = next.take() {
            match value {
                Value::Array(items) => {
                    out.push_str("[");
                    open.push(Open::Array(items.iter(), true));
                }
                Value::Object(members) => {
                    out.push_str("{");
                    let mut sorted: Vec<_> = members.iter().collect();
                    sorted.sort_unstable_by_key(|&(key, _)| key);
                    open.push(Open::Object(sorted.into_iter(), true));
                }
                Value::String(text) => out.push_quoted(text),
                Value::Null => out.push_str("null"),
                Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
                Value::Number(number) => out.push_str(&number.to_string()),
            }
        }
        if out.left == 0 {
            out.text.pop();
            return (out.text, true);
        }
        match open.last_mut() {
            None => return (out.text, false),
            Some(Open::Array(items, first)) => match items.next() {
                Some(item) => {
                    out.push_str(if std::mem::take(first) { "" } else { "," });
                    next = Some(item);
                }
                None => {
                    out.push_str("]");
                    open.pop();
                }
            },
            Some(Open::Object(members, first)) => match members.next() {
                Some((key, member)) => {
                    out.push_str(if std::mem::take(first) { "" } else { "," });
                    out.push_quoted(key);
                    out.push_str(":");
                    next = Some(member);
                }
                None => {
                    out.push_str("}");
                    open.pop();
                }
            },
        }
    }
}

/// Text that stops growing at a bound.
struct Bounded {
    text: String,
    left: usize,
}

impl Bounded {
    fn push_str(&mut self, text: &str) {
        text.chars().for_each(|c| self.push(c));
    }

    fn push(&mut self, c: char) {
        if self.left > 0 {
            self.left -= 1;
            self.text.push(c);
        }
    }

    /// A JSON string; what escaping for the medium makes visible anyway stays as it is.
    fn push_quoted(&mut self, text: &str) {
        self.push('"');
        for c in text.chars() {
            if self.left == 0 {
                return;
            }
            match c {
                '"' | '\\' => {
                    self.push('\\');
                    self.push(c);
                }
                '\n' => self.push_str("\\n"),
                '\r' => self.push_str("\\r"),
                '\t' => self.push_str("\\t"),
                c => self.push(c),
            }
        }
        self.push('"');
    }
}

/// What a text is followed by where `n` code points were left out.
pub(crate) fn more(n: usize) -> String {
    let mut out = String::new();
    if n > 0 {
        let digits = n.to_string();
        out.push_str(" … (");
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                out.push(',');
            }
            out.push(digit);
        }
        write!(out, " more character{})", if n == 1 { "" } else { "s" }).expect("writing to a string does not fail");
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{excerpt, more};

    #[test]
    fn values_are_compact_and_sorted() {
        let value = json!({"b": [1, {}, [], "x\n\"\u{200b}"], "a": null});
        assert_eq!(
            excerpt(&value, 100),
            ("{\"a\":null,\"b\":[1,{},[],\"x\\n\\\"\u{200b}\"]}".to_owned(), false)
        );
        assert_eq!(excerpt(&json!([1]), 3), ("[1]".to_owned(), false));
        assert_eq!(excerpt(&value, 5), ("{\"a\":".to_owned(), true));
    }

    #[test]
    fn depth_costs_nothing() {
        let mut deep = Value::Null;
        for _ in 0..100_000 {
            deep = Value::Array(vec![deep]);
        }
        assert_eq!(excerpt(&deep, 3), ("[[[".to_owned(), true));
        // Taken apart level by level: dropping it whole would recurse.
        while let Value::Array(mut items) = deep {
            deep = items.pop().unwrap_or(Value::Null);
        }
    }

    #[test]
    fn what_is_left_out_is_counted() {
        assert_eq!(more(0), "");
        assert_eq!(more(1), " … (1 more character)");
        assert_eq!(more(1_234_567), " … (1,234,567 more characters)");
    }
}
