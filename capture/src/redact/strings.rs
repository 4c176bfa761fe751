//! The strings of a JSON text, found without understanding it: a text that is cut off or broken has strings as well.

use std::ops::Range;

use super::mask::Mask;

/// One stretch of a JSON text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Outside strings.
    Between(Range<usize>),
    /// Inside of a string without escapes, quotes not included.
    Plain(Range<usize>),
    /// Inside of a string with escapes.
    Escaped(Range<usize>),
}

/// The parts of a JSON text, in order.
pub(super) struct Parts<'t> {
    text: &'t [u8],
    at: usize,
    in_string: bool,
}

impl<'t> Parts<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            at: 0,
            in_string: false,
        }
    }
}

impl Iterator for Parts<'_> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        if self.at >= self.text.len() {
            return None;
        }
        let start = self.at;
        if !self.in_string {
            let end = position(self.text, start, b'"').unwrap_or(self.text.len());
            self.at = end + 1;
            self.in_string = true;
            return Some(Part::Between(start..end));
        }
        let mut is_escaped = false;
        let mut at = start;
        while let Some(&byte) = self.text.get(at) {
            match byte {
                b'"' => break,
                b'\\' => {
                    is_escaped = true;
                    at += 2;
                }
                _ => at += 1,
            }
        }
        let end = at.min(self.text.len());
        self.at = end + 1;
        self.in_string = false;
        Some(if is_escaped {
            Part::Escaped(start..end)
        } else {
            Part::Plain(start..end)
        })
    }
}

fn position(text: &[u8], from: usize, byte: u8) -> Option<usize> {
    text.get(from..)?
        .iter()
        .position(|&found| found == byte)
        .map(|at| from + at)
}

pub(super) fn has_escape(text: &[u8]) -> bool {
    memchr::memchr(b'\\', text).is_some()
}

/// The whole number or word around a hit outside strings, so that a mark in quotes leaves the text JSON.
pub(super) fn literal_around(text: &[u8], within: &Range<usize>, hit: &Range<usize>) -> Range<usize> {
    let is_literal = |byte: u8| byte.is_ascii_alphanumeric() || b"+-._".contains(&byte);
    let end_max = within.end.max(hit.end).min(text.len());
    let mut range = hit.start..hit.end.min(end_max);
    while range.start > within.start && is_literal(text[range.start - 1]) {
        range.start -= 1;
    }
    while range.end < end_max && is_literal(text[range.end]) {
        range.end += 1;
    }
    range
}

/// A string with its escapes decoded, and where each byte came from.
pub(super) struct Decoded {
    pub(super) text: Vec<u8>,
    /// Offset in the source of each decoded byte, and one more for the end.
    source: Vec<u32>,
}

impl Decoded {
    /// An escape that is none stays as it is; a surrogate without its partner becomes U+FFFD, which no secret holds.
    pub(super) fn new(inner: &[u8]) -> Self {
        let mut decoded = Self {
            text: Vec::with_capacity(inner.len()),
            source: Vec::with_capacity(inner.len() + 1),
        };
        let mut at = 0;
        while at < inner.len() {
            let start = at;
            if inner[at] != b'\\' {
                decoded.push(&inner[at..=at], start);
                at += 1;
                continue;
            }
            let mut buffer = [0; 4];
            let (n_taken, bytes): (usize, &[u8]) = match inner.get(at + 1) {
                Some(b'n') => (2, b"\n"),
                Some(b't') => (2, b"\t"),
                Some(b'r') => (2, b"\r"),
                Some(b'b') => (2, b"\x08"),
                Some(b'f') => (2, b"\x0c"),
                Some(b'u') => {
                    let (n_taken, c) = unicode_escape(&inner[at..]);
                    (n_taken, c.encode_utf8(&mut buffer).as_bytes())
                }
                Some(_) => (2, &inner[at + 1..at + 2]),
                None => (1, b"\\"),
            };
            decoded.push(bytes, start);
            at += n_taken;
        }
        decoded.source.push(offset(inner.len()));
        decoded
    }

    fn push(&mut self, bytes: &[u8], source: usize) {
        self.text.extend_from_slice(bytes);
        self.source.extend(bytes.iter().map(|_| offset(source)));
    }

    /// The same mask on the undecoded string.
    pub(super) fn in_source(&self, mask: Mask) -> Mask {
        let start = self.source[mask.range.start] as usize;
        let mut end = self.source[mask.range.end] as usize;
        // A mask that ends inside one decoded character takes its whole escape.
        if mask.range.end > 0 && self.source[mask.range.end] == self.source[mask.range.end - 1] {
            let after = self.source[mask.range.end..]
                .iter()
                .find(|&&place| place as usize > end);
            end = after.map_or(end, |&place| place as usize);
        }
        Mask {
            range: start..end,
            mark: mask.mark,
        }
    }
}

/// Frames are bounded far below 4 GiB.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Length and meaning of the escape `\uXXXX` at the start of `text`, or of two that make one character.
fn unicode_escape(text: &[u8]) -> (usize, char) {
    let hex = |at: usize| {
        let digits = std::str::from_utf8(text.get(at..at + 4)?).ok()?;
        digits
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit())
            .then(|| u32::from_str_radix(digits, 16).ok())?
    };
    let Some(first) = hex(2) else {
        return (2.min(text.len()), char::REPLACEMENT_CHARACTER);
    };
    if (0xD800..0xDC00).contains(&first)
        && text.get(6..8) == Some(b"\\u")
        && let Some(second) = hex(8).filter(|second| (0xDC00..0xE000).contains(second))
    {
        let joined = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
        return (12, char::from_u32(joined).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    (6, char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
}
