//! The arena that holds one parsed text.

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
    pub(crate) nodes: Vec<Node>,
}

impl Doc {
    /// Reads one JSON text (RFC 8259, white space around it allowed) and keeps it.
    ///
    /// # Errors
    /// [`ParseError`] with the byte offset, where the text is no JSON, is longer than 4 GiB, or passes a limit.
    pub fn parse(text: impl Into<Box<str>>, limits: &Limits) -> Result<Self, ParseError> {
        let text = text.into();
        let nodes = parse::parse(&text, limits)?;
        Ok(Self { text, nodes })
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
