//! What one pass over a text shows, so that most decoders need not look.

use super::cipher;
use crate::text::lexicon::Lexicon;

/// What decoders may know besides the text.
pub(super) struct Clues<'l> {
    pub(super) lexicon: &'l Lexicon,
    /// Which transformation the text went through: 0 is reversal, else the letter shift that undoes it.
    pub(super) disguise: Option<u8>,
    pub(super) shape: Shape,
}

impl<'l> Clues<'l> {
    pub(super) fn of(text: &str, lexicon: &'l Lexicon) -> Self {
        Self {
            lexicon,
            disguise: cipher::disguise(text),
            shape: Shape::of(text),
        }
    }
}

/// Counts of a text, in bytes; what is not ASCII ends every run.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    /// Longest run without blank.
    pub(super) graphic: usize,
    /// Longest run of capital letters and digits.
    pub(super) capitals: usize,
    /// Longest run of hex digits.
    pub(super) hex: usize,
    /// Words of two hex digits, `0x` before them or not.
    pub(super) n_pairs: usize,
    /// Words of one letter.
    pub(super) n_lone: usize,
    /// Digits.
    pub(super) n_digits: usize,
}

impl Shape {
    fn of(text: &str) -> Self {
        let mut shape = Self::default();
        let (mut graphic, mut capitals, mut hex, mut word) = (0, 0, 0, 0);
        // A blank ends the last word.
        for b in text.bytes().chain([b' ']) {
            if b.is_ascii_alphanumeric() {
                word += 1;
                hex = if b.is_ascii_hexdigit() { hex + 1 } else { 0 };
                capitals = if b.is_ascii_lowercase() { 0 } else { capitals + 1 };
                shape.n_digits += usize::from(b.is_ascii_digit());
                shape.hex = shape.hex.max(hex);
                shape.capitals = shape.capitals.max(capitals);
            } else {
                shape.n_lone += usize::from(word == 1);
                shape.n_pairs += usize::from(hex >= 2 && matches!(word, 2 | 4));
                (capitals, hex, word) = (0, 0, 0);
            }
            graphic = if b.is_ascii_graphic() { graphic + 1 } else { 0 };
            shape.graphic = shape.graphic.max(graphic);
        }
        shape
    }
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn one_pass_counts() {
        let shape = Shape::of("a 6f 0x6e ABC2 x-12.é");
        let expected = Shape {
            graphic: 5,
            capitals: 4,
            hex: 4,
            n_pairs: 4,
            n_lone: 2,
            n_digits: 6,
        };
        assert_eq!(shape, expected);
    }
}
