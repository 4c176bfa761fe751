//! Makes visible what has no look of its own.

use std::borrow::Cow;
use std::fmt::Write as _;

use mcpward_schemas::report::is_hidden;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};
use unicode_width::UnicodeWidthChar as _;

use super::Raw;
use crate::report::limits::{COMBINING_RUN_MAX, HIDDEN_RUN_MAX};

/// The text with every character that a reader could not see, or that could act on its surroundings, written as `<U+XXXX>`:
/// controls (line feeds too), format and bidirectional characters, variation selectors, spaces that look like the common
/// one, private use, code points without a character (terminals drop them, and XML 1.0 bars some), and combining marks
/// beyond a stack of [`COMBINING_RUN_MAX`].
///
/// Marks that build logs take for commands wherever they stand in a line (`##[`, `##vso[`, `##teamcity[`) are broken the
/// same way. Of a longer run of one character there is one and its length (`<U+200B>×40`).
pub fn visible<'a>(text: impl Into<Raw<'a>>) -> Cow<'a, str> {
    let text = text.into().0;
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && !text.contains("##") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    each(text, |c, shown| {
        let _infallible = match shown {
            Shown::AsIs => {
                out.push(c);
                Ok(())
            }
            Shown::Once => write!(out, "<U+{:04X}>", u32::from(c)),
            Shown::Times(n) => write!(out, "<U+{:04X}>×{n}", u32::from(c)),
        };
    });
    Cow::Owned(out)
}

/// How a character is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// As it is.
    AsIs,
    /// By its number.
    Once,
    /// By its number, for so many of them in a row.
    Times(usize),
}

/// Gives every character and how to show it; a longer run of the same hidden character is given once.
pub(super) fn each(text: &str, mut take: impl FnMut(char, Shown)) {
    let (mut n_marks, mut before) = (0, ' ');
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        n_marks = if c > '\u{2ff}' && c.width() == Some(0) {
            n_marks + 1
        } else {
            0
        };
        let is_command = c == '#' && before == '#' && is_log_command(rest.as_str());
        let n_like = if is_unseen(c) {
            1 + rest.as_str().chars().take_while(|next| *next == c).count()
        } else {
            0
        };
        before = c;
        match n_like {
            0 if !is_command && n_marks <= COMBINING_RUN_MAX => take(c, Shown::AsIs),
            0..=HIDDEN_RUN_MAX => take(c, Shown::Once),
            n => {
                take(c, Shown::Times(n));
                rest.nth(n - 2);
            }
        }
    }
}

fn is_unseen(c: char) -> bool {
    use GeneralCategory::{PrivateUse, Unassigned};
    // The first code point without a character is U+0378.
    is_hidden(c)
        || matches!(
            c,
            '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}'
        )
        || c >= '\u{378}' && matches!(c.general_category(), Unassigned | PrivateUse)
}

/// Whether the text after `##` makes it a command of GitHub Actions (`##[`), Azure Pipelines or TeamCity.
pub(crate) fn is_log_command(rest: &str) -> bool {
    let rest = rest.as_bytes();
    ["[", "vso[", "teamcity["].iter().any(|mark| {
        rest.get(..mark.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(mark.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn shows_what_cannot_be_seen() {
        let table = [
            ("plain ~ text", "plain ~ text"),
            ("a\u{200b}b", "a<U+200B>b"),
            ("esc \u{1b}[31m", "esc <U+001B>[31m"),
            ("line\r\nfeed\ttab\u{0}", "line<U+000D><U+000A>feed<U+0009>tab<U+0000>"),
            ("\u{202e}rtl\u{2066}", "<U+202E>rtl<U+2066>"),
            ("\u{e0041}tag", "<U+E0041>tag"),
            ("no\u{a0}break", "no<U+00A0>break"),
            ("\u{fffe}\u{ffff}\u{1ffff}\u{fdd0}", "<U+FFFE><U+FFFF><U+1FFFF><U+FDD0>"),
            ("\u{e000}\u{50000}", "<U+E000><U+50000>"),
            ("naïve 日本語 שלום 😀", "naïve 日本語 שלום 😀"),
            ("## Heading", "## Heading"),
            ("##[add-mask]x", "#<U+0023>[add-mask]x"),
            ("###[x", "##<U+0023>[x"),
            ("##VSO[task.x]", "#<U+0023>VSO[task.x]"),
        ];
        for (raw, shown) in table {
            assert_eq!(visible(raw), shown);
        }
    }

    #[test]
    fn counts_a_run() {
        assert_eq!(visible("a\u{200b}\u{200b}\u{200b}b"), "a<U+200B><U+200B><U+200B>b");
        assert_eq!(
            visible("a\u{200b}\u{200b}\u{200b}\u{200b}\u{200c}b"),
            "a<U+200B>×4<U+200C>b"
        );
        assert_eq!(visible("\n\n\n\n\n"), "<U+000A>×5");
    }

    #[test]
    fn bounds_a_stack_of_marks() {
        let stack = format!("a{}", "\u{301}".repeat(10));
        assert_eq!(visible(&stack), format!("a{}<U+0301><U+0301>", "\u{301}".repeat(8)));
        let accents = "e\u{301}".repeat(10);
        assert_eq!(visible(&accents), accents);
    }

    #[test]
    fn leaves_nothing_that_xml_or_a_terminal_minds() {
        for c in '\u{0}'..=char::MAX {
            let text = c.to_string();
            for shown in visible(&text).chars() {
                assert!(
                    !shown.is_control() && u32::from(shown) & 0xfffe != 0xfffe,
                    "{:04X}",
                    u32::from(c)
                );
            }
        }
    }
}
