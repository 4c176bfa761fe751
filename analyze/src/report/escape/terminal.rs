//! Terminals and build logs.

use std::borrow::Cow;

use super::{Raw, visible};

/// Text that a terminal shows and does not obey: no control character is left, so no escape sequence is.
///
/// A line of a build log that begins with `::` is a command; the console reporter guards whole lines, since only it knows
/// where they begin.
pub fn terminal<'a>(text: impl Into<Raw<'a>>) -> Cow<'a, str> {
    visible(text)
}

#[cfg(test)]
mod tests {
    use super::terminal;

    #[test]
    fn escape_sequences_are_shown() {
        assert_eq!(
            terminal("\u{1b}]8;;http://x\u{7}y\u{9b}2J"),
            "<U+001B>]8;;http://x<U+0007>y<U+009B>2J"
        );
    }
}
