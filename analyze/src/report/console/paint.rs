//! Lines for a terminal: styled words, wrapped to its width.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::report::limits::WIDTH_MIN;

/// How a piece of text looks. Only the sixteen basic colours: they follow the reader's theme, dark or light.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Bold,
    Dim,
    Red,
    RedBold,
    Green,
    YellowBold,
    Cyan,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Bold => "1",
            Self::Dim => "2",
            Self::Red => "31",
            Self::RedBold => "1;31",
            Self::Green => "32",
            Self::YellowBold => "1;33",
            Self::Cyan => "36",
        }
    }
}

/// A piece of text, already escaped; a line feed in it begins a new line.
pub(super) type Span = (Style, String);

/// Collects lines.
pub(super) struct Page {
    out: String,
    width: usize,
    colour: bool,
}

impl Page {
    pub(super) fn new(width: usize, colour: bool) -> Self {
        Self {
            out: String::new(),
            width: width.max(WIDTH_MIN),
            colour,
        }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.out.into_bytes()
    }

    /// An empty line, but not two, and none at the top.
    pub(super) fn gap(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// A paragraph: the first line starts at column `indent`, the following ones at `hang`. After `lines_max` lines an
    /// ellipsis stands for the rest.
    pub(super) fn put(&mut self, indent: usize, hang: usize, spans: &[Span], lines_max: usize) {
        let mut line = Line {
            page: self,
            column: 0,
            n_lines: 1,
        };
        line.begin(indent);
        for word in words(spans) {
            match word {
                Word::Break => {
                    if line.n_lines == lines_max {
                        line.text(Style::Dim, " …");
                        break;
                    }
                    line.wrap(hang);
                }
                Word::Pieces {
                    pieces,
                    n_spaces,
                    width,
                } => {
                    let room = line.room(lines_max);
                    let fits = n_spaces + width <= room;
                    if !fits && line.column > hang {
                        if line.n_lines == lines_max {
                            line.text(Style::Dim, " …");
                            break;
                        }
                        line.wrap(hang);
                    } else {
                        line.spaces(n_spaces);
                    }
                    if !line.pieces(&pieces, hang, lines_max) {
                        line.text(Style::Dim, " …");
                        break;
                    }
                }
            }
        }
        self.out.truncate(self.out.trim_end_matches(' ').len());
        self.out.push('\n');
    }
}

struct Line<'a> {
    page: &'a mut Page,
    column: usize,
    n_lines: usize,
}

impl Line<'_> {
    /// Columns that are free; of the last line two are kept for the ellipsis.
    fn room(&self, lines_max: usize) -> usize {
        let kept = if self.n_lines >= lines_max { 2 } else { 0 };
        self.page.width.saturating_sub(self.column + kept)
    }

    fn begin(&mut self, indent: usize) {
        self.page.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
    }

    fn wrap(&mut self, hang: usize) {
        self.page.out.truncate(self.page.out.trim_end_matches(' ').len());
        self.page.out.push('\n');
        self.n_lines += 1;
        self.begin(hang);
    }

    fn spaces(&mut self, n_spaces: usize) {
        self.page.out.extend(std::iter::repeat_n(' ', n_spaces));
        self.column += n_spaces;
    }

    fn text(&mut self, style: Style, text: &str) {
        if text.is_empty() {
            return;
        }
        // A line of a build log that begins with `::` is a command to GitHub Actions, whatever its indent.
        let at_start = self
            .page
            .out
            .rsplit('\n')
            .next()
            .is_some_and(|line| line.trim().is_empty());
        let (guard, text) = match text.strip_prefix("::") {
            Some(rest) if at_start => ("<U+003A>:", rest),
            _ => ("", text),
        };
        if self.page.colour && style != Style::Plain {
            self.page
                .out
                .extend(["\x1b[", style.code(), "m", guard, text, "\x1b[0m"]);
        } else {
            self.page.out.extend([guard, text]);
        }
        self.column += guard.width() + text.width();
    }

    /// Writes a word, broken where it is wider than a line. False where the last line was reached.
    fn pieces(&mut self, pieces: &[(Style, &str)], hang: usize, lines_max: usize) -> bool {
        for &(style, text) in pieces {
            let mut rest = text;
            loop {
                let room = self.room(lines_max).max(1);
                let end = fitting(rest, room);
                self.text(style, &rest[..end]);
                rest = &rest[end..];
                if rest.is_empty() {
                    break;
                }
                if self.n_lines == lines_max {
                    return false;
                }
                self.wrap(hang);
            }
        }
        true
    }
}

/// How many bytes of a text fit into so many columns; at least one character.
fn fitting(text: &str, columns: usize) -> usize {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += c.width().unwrap_or(0);
        if used > columns && at > 0 {
            return at;
        }
    }
    text.len()
}

/// What must not be broken, or must.
enum Word<'a> {
    Break,
    Pieces {
        pieces: Vec<(Style, &'a str)>,
        n_spaces: usize,
        width: usize,
    },
}

fn words(spans: &[Span]) -> Vec<Word<'_>> {
    let mut out: Vec<Word<'_>> = Vec::new();
    let mut n_spaces = 0;
    let mut open = false;
    for (style, text) in spans {
        for (line_idx, line) in text.split('\n').enumerate() {
            if line_idx > 0 {
                out.push(Word::Break);
                (n_spaces, open) = (0, false);
            }
            for (idx, part) in line.split(' ').enumerate() {
                if idx > 0 {
                    n_spaces += 1;
                    open = false;
                }
                if part.is_empty() {
                    continue;
                }
                match out.last_mut() {
                    Some(Word::Pieces { pieces, width, .. }) if open => {
                        pieces.push((*style, part));
                        *width += part.width();
                    }
                    _ => out.push(Word::Pieces {
                        pieces: vec![(*style, part)],
                        n_spaces,
                        width: part.width(),
                    }),
                }
                (n_spaces, open) = (0, true);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Page, Style};

    fn page(width: usize, texts: &[(Style, &str)], lines_max: usize) -> String {
        let mut page = Page::new(width, false);
        let spans: Vec<_> = texts.iter().map(|&(style, text)| (style, text.to_owned())).collect();
        page.put(2, 4, &spans, lines_max);
        String::from_utf8(page.into_bytes()).unwrap()
    }

    #[test]
    fn words_wrap_and_hang() {
        let text = "alpha beta gamma delta epsilon zeta eta theta iota";
        assert_eq!(
            page(40, &[(Style::Plain, text)], 9),
            "  alpha beta gamma delta epsilon zeta eta\n    theta iota\n"[..]
                .replace("zeta eta\n    theta", "zeta\n    eta theta")
        );
    }

    #[test]
    fn styled_pieces_of_a_word_stay_together() {
        let texts = [
            (Style::Plain, "aaaaaaaaaa aaaaaaaaaa aaaaaaaaaa bb"),
            (Style::Red, "cccc"),
            (Style::Plain, "dd e"),
        ];
        assert_eq!(
            page(40, &texts, 9),
            "  aaaaaaaaaa aaaaaaaaaa aaaaaaaaaa\n    bbccccdd e\n"
        );
    }

    #[test]
    fn long_words_and_wide_letters_break() {
        assert_eq!(
            page(40, &[(Style::Plain, &"x".repeat(80))], 9)
                .lines()
                .map(str::len)
                .collect::<Vec<_>>(),
            [40, 40, 10]
        );
        assert_eq!(page(40, &[(Style::Plain, &"日".repeat(30))], 9).lines().count(), 2);
    }

    #[test]
    fn lines_are_bounded() {
        assert_eq!(page(40, &[(Style::Plain, "a\nb\nc\nd")], 2), "  a\n    b …\n");
        let cut = page(40, &[(Style::Plain, &"x".repeat(800))], 3);
        assert!(
            cut.ends_with("x …\n") && cut.lines().all(|line| line.chars().count() <= 40),
            "{cut}"
        );
    }

    #[test]
    fn no_line_begins_with_a_command() {
        let filler = "x".repeat(36);
        assert_eq!(
            page(40, &[(Style::Plain, &format!("{filler} ::error::boo std::vec"))], 9),
            format!("  {filler}\n    <U+003A>:error::boo std::vec\n")
        );
        assert_eq!(page(40, &[(Style::Plain, "a\n::b")], 9), "  a\n    <U+003A>:b\n");
    }
}
