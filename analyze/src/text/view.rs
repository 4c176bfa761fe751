//! A text in a form that words can be looked up in, with the way back to the raw text.

/// One form of a leaf's text.
#[derive(Debug, Clone)]
pub struct View {
    /// The text: lower case, without marks and invisible characters, single blanks, `\n` between paragraphs.
    pub text: String,
    /// Byte offset in the raw text for each byte of `text` and for its end.
    pub map: Vec<u32>,
    /// How it was won, outermost first, such as `base64 > rot13`; empty for the plain text.
    pub how: String,
    /// What the raw text decodes to, before folding; empty for the plain text.
    pub decoded: String,
    /// Whether words may have lost their borders.
    pub loose: bool,
}

impl View {
    /// Byte range in the raw text that a byte range of the view came from.
    pub fn raw(&self, start: usize, end: usize) -> (usize, usize) {
        let first = self.map.get(start).copied().unwrap_or_default() as usize;
        let last = self.map.get(end).copied().unwrap_or_default() as usize;
        (first, last.max(first))
    }
}
