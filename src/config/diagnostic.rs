//! A problem with a configuration, shown at its line as compilers do.
//!
//! ```text
//! error: unknown key `timeout`
//!  --> mcpward.yaml:4:1
//!   |
//! 4 | timeout:
//!   | ^^^^^^^ did you mean `timeouts`?
//! ```

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// What is wrong, where, and the way out.
#[derive(Debug)]
pub(crate) struct ConfigError {
    /// The file as the user named it.
    pub(crate) file: String,
    /// Its text.
    pub(crate) text: String,
    /// Bytes of the text that it is about; none where it is about the whole file.
    pub(crate) span: Option<Range<usize>>,
    /// What is wrong, a lower-case fragment.
    pub(crate) title: String,
    /// Said at the place.
    pub(crate) label: Option<String>,
    /// The way out.
    pub(crate) help: Option<String>,
}

impl ConfigError {
    /// As lines for a terminal, `error:` included.
    pub(crate) fn render(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let title = visible(&self.title);
        let mut group = Group::with_title(Level::ERROR.primary_title(title.as_str()));
        let text = visible(&self.text);
        let label = self.label.as_deref().map(visible).unwrap_or_default();
        group = match self.span.clone().filter(|_| text == self.text) {
            Some(span) => {
                let mut mark = AnnotationKind::Primary.span(span);
                if !label.is_empty() {
                    mark = mark.label(label.as_str());
                }
                group.element(
                    Snippet::source(text.as_str())
                        .path(self.file.as_str())
                        .line_start(1)
                        .annotation(mark),
                )
            }
            None => group.element(annotate_snippets::Origin::path(self.file.as_str())),
        };
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        renderer.render(&[group])
    }
}

/// Control characters would move the marks, or the terminal.
fn visible(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_control() && c != '\n' && c != '\t' && c != '\r' {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.title)
    }
}

impl std::error::Error for ConfigError {}
