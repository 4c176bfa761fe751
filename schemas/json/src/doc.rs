//! The arena that holds one parsed text.

use std::sync::Arc;

use crate::parse::{self, ParseError};
use crate::value::Value;

/// Bounds on one text. Reaching one is an error that names the bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Deepest nesting of arrays and objects, in levels.
    pub depth_max: usize,
    /// Most values and member names in one text.
    pub nodes_max: usize,
}

impl Default for Limits {
    /// A million levels and 64 million nodes: the arena costs 16 bytes a node, so a text that fits the line bound of a
    /// snapshot always fits here; callers with less trust set less.
    fn default() -> Self {
        Self {
            depth_max: 1_000_000,
            nodes_max: 64_000_000,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NodeKind {
    Null,
    False,
    True,
    Number,
    /// A string without escapes: its value is a slice of the text.
    Plain,
    /// A string with at least one escape.
    Escaped,
    Array,
    Object,
}

/// One value or member name. `next` is the index after the whole subtree; an object's children are name, value, name, value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) next: u32,
}

/// One JSON text and its values, immutable.
#[derive(Debug)]
pub struct Doc {
    pub(crate) text: Box<str>,
    pub(crate) nodes: Arc<[Node]>,
}

impl Doc {
    /// Reads one JSON text (RFC 8259, white space around it allowed) and keeps it.
    ///
    /// # Errors
    /// [`ParseError`] with the byte offset, where the text is no JSON, is longer than 4 GiB, or passes a limit.
    pub fn parse(text: impl Into<Box<str>>, limits: &Limits) -> Result<Self, ParseError> {
        let text = text.into();
        let nodes = parse::parse(&text, limits)?.into();
        Ok(Self { text, nodes })
    }

    /// Reads a text that differs from that of another document in digits other than zero only, as a list that comes again does
    /// in the id of its message: such digits can take each other's place anywhere in JSON, so its values stand where the
    /// other's do, and are held once. `None` where it differs in more.
    pub fn parse_like(text: &str, model: &Self) -> Option<Self> {
        is_alike(text.as_bytes(), model.text.as_bytes()).then(|| Self {
            text: text.into(),
            nodes: Arc::clone(&model.nodes),
        })
    }

    /// The outermost value.
    pub fn root(&self) -> Value<'_> {
        Value::new(self, 0)
    }

    /// The text as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Number of values and member names.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Line and column (both from 1, column in code points) of a byte offset.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.text[..end];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (
            before.matches('\n').count() + 1,
            before[line_start..].chars().count() + 1,
        )
    }
}

/// Whether two texts differ in digits other than zero only.
fn is_alike(one: &[u8], other: &[u8]) -> bool {
    // Long equal parts are compared at once.
    const PART_BYTES: usize = 256;
    let are_digits = |(a, b): (&u8, &u8)| a == b || matches!((a, b), (b'1'..=b'9', b'1'..=b'9'));
    let mut parts = one.chunks(PART_BYTES).zip(other.chunks(PART_BYTES));
    one.len() == other.len() && parts.all(|(one, other)| one == other || one.iter().zip(other).all(are_digits))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Doc, Limits};

    fn doc(text: &str) -> Doc {
        Doc::parse(text, &Limits::default()).unwrap()
    }

    #[test]
    fn only_digits_but_zero_take_each_others_place() {
        let model = doc(r#"{"id":1009,"a":["x1",10]}"#);
        let read = |text: &str| Doc::parse_like(text, &model).map(|doc| doc.root().get("id").unwrap().raw().to_owned());
        assert_eq!(
            read(r#"{"id":9119,"a":["x7",10]}"#),
            None,
            "a zero became another digit"
        );
        assert_eq!(read(r#"{"id":9009,"a":["x7",20]}"#).as_deref(), Some("9009"));
        assert_eq!(read(r#"{"id":0009,"a":["x1",10]}"#), None);
        assert_eq!(read(r#"{"id":1009,"a":["y1",10]}"#), None);
        assert_eq!(read(r#"{"id":1009,"a":["x1",1 ]}"#), None);
        assert_eq!(read(r#"{"id":1009,"a":["x1",10]} "#), None);
    }

    proptest! {
        #[test]
        fn what_is_alike_is_read_as_by_itself(
            text in r#"\{"(a|[0-9]|\\u[0-9a-f]{4}){0,3}":\[-?[1-9][0-9]{0,3}(\.[0-9]{1,2})?([eE][+-]?[0-9]{1,2})?,"a[0-9]"\]\}"#,
            digits in "[1-9]{60}",
        ) {
            let changed: String = text
                .chars()
                .zip(digits.chars())
                .map(|(c, digit)| if matches!(c, '1'..='9') { digit } else { c })
                .collect();
            let alike = Doc::parse_like(&changed, &doc(&text)).unwrap();
            prop_assert_eq!(format!("{:?}", alike.nodes), format!("{:?}", doc(&changed).nodes));
        }
    }
}
