//! The only way out for text that a server may have chosen: one function a medium.
//!
//! Every function first makes visible what has no look of its own (`<U+200B>`), so no medium ever receives a control, format
//! or private-use character; then it neutralizes what the medium would read as markup. What was hidden stays readable, which
//! is the point of a report about hidden text.

mod html;
mod markdown;
mod sarif;
mod terminal;
mod visible;
mod workflow;
mod xml;

use mcpward_schemas::report::Untrusted;

pub use html::{html, html_laid_out, html_marked};
pub use markdown::{code, markdown};
pub use sarif::sarif;
pub use terminal::terminal;
pub(crate) use visible::is_log_command;
pub use visible::visible;
pub use workflow::{workflow, workflow_property};
pub use xml::xml;

/// Text before escaping: it can be measured and escaped, but not printed.
#[derive(Clone, Copy)]
pub struct Raw<'a>(&'a str);

impl<'a> Raw<'a> {
    /// The first `chars_max` code points, and how many follow them.
    pub fn cut(self, chars_max: usize) -> (Raw<'a>, usize) {
        // Code points are never more than bytes.
        if self.0.len() <= chars_max {
            return (self, 0);
        }
        match self.0.char_indices().nth(chars_max) {
            Some((at, _)) => (Raw(&self.0[..at]), self.0[at..].chars().count()),
            None => (self, 0),
        }
    }

    /// Its lines, without their ends; a carriage return before a line feed goes with it.
    pub fn lines(self) -> impl Iterator<Item = Raw<'a>> {
        self.0
            .split('\n')
            .map(|line| Raw(line.strip_suffix('\r').unwrap_or(line)))
    }

    /// How many code points.
    pub fn chars_len(self) -> usize {
        self.0.chars().count()
    }

    /// Whether there is nothing but white space.
    pub fn is_blank(self) -> bool {
        self.0.trim().is_empty()
    }

    /// Whether there is no text.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> From<&'a Untrusted> for Raw<'a> {
    fn from(text: &'a Untrusted) -> Self {
        Self(text.raw())
    }
}

impl<'a> From<&'a str> for Raw<'a> {
    fn from(text: &'a str) -> Self {
        Self(text)
    }
}

impl<'a> From<&'a String> for Raw<'a> {
    fn from(text: &'a String) -> Self {
        Self(text)
    }
}
