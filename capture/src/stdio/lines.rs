//! Lines of a byte stream, cut at line feeds and bounded: an endless line costs no memory and the next one is found.

use crate::bounded::{Bounded, Collected};

/// One line, without its line feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) text: Collected,
    /// Whether the stream ended before the line did.
    pub(crate) unterminated: bool,
}

/// Cuts a stream into lines.
#[derive(Debug)]
pub(crate) struct Lines {
    line: Bounded,
}

impl Lines {
    pub(crate) fn new(line: Bounded) -> Self {
        Self { line }
    }

    /// Takes the next bytes of the stream and hands each whole line to `emit`.
    pub(crate) fn feed(&mut self, mut chunk: &[u8], mut emit: impl FnMut(Line)) {
        while let Some(end) = memchr::memchr(b'\n', chunk) {
            self.line.push(&chunk[..end]);
            emit(Line {
                text: self.line.take(),
                unterminated: false,
            });
            chunk = &chunk[end + 1..];
        }
        self.line.push(chunk);
    }

    /// Whether nothing of the next line has come.
    pub(crate) fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// The last line, where the stream ended without a line feed.
    pub(crate) fn finish(&mut self) -> Option<Line> {
        (!self.line.is_empty()).then(|| Line {
            text: self.line.take(),
            unterminated: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mcpward_schemas::snapshot::Cut;
    use proptest::prelude::*;
    use sha2::{Digest, Sha256};

    use super::{Line, Lines};
    use crate::bounded::{Bounded, Collected, hex};
    use crate::limits::Limits;
    use crate::options::Secret;
    use crate::redact::Known;

    /// Lines of up to `bytes_max` bytes, of which `kept_max` are kept where they are longer.
    fn lines(bytes_max: u64, kept_max: u64, chunks: &[&[u8]]) -> Vec<Line> {
        let secret = Secret {
            name: "K".to_owned(),
            value: "hunter2-hunter2".to_owned(),
        };
        let limits = Limits {
            line_bytes_max: kept_max,
            ..Limits::default()
        };
        let mut lines = Lines::new(Bounded::new(bytes_max, &limits, Arc::new(Known::new(&[secret]))));
        let mut out = Vec::new();
        for chunk in chunks {
            lines.feed(chunk, |line| out.push(line));
        }
        out.extend(lines.finish());
        out
    }

    fn whole(text: &str) -> Line {
        let text = Collected {
            bytes: text.as_bytes().to_vec(),
            cut: None,
            cut_id: None,
        };
        Line {
            text,
            unterminated: false,
        }
    }

    fn cut(text: &str, bytes: u64, sha256: Option<String>, id: Option<&str>) -> Line {
        let mut line = whole(text);
        line.text.cut = Some(Cut { bytes, sha256 });
        line.text.cut_id = id.map(str::to_owned);
        line
    }

    #[test]
    fn lines_end_at_line_feeds_and_nowhere_else() {
        let found = lines(99, 99, &[b"a\r\n\n", b"\xC3", b"\xA4\rb\nc"]);
        assert_eq!(
            found,
            [
                whole("a\r"),
                whole(""),
                whole("\u{e4}\rb"),
                Line {
                    unterminated: true,
                    ..whole("c")
                }
            ]
        );
        assert_eq!(lines(99, 99, &[b"a\n", b""]), [whole("a")]);
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_found() {
        let digest = hex(&Sha256::digest(b"{\"id\":7,\"x\":0123456789"));
        let found = lines(12, 4, &[b"{\"id\":7,\"x\":01234", b"56789\nshort\n"]);
        assert_eq!(found, [cut("{\"id", 22, Some(digest), Some("7")), whole("short")]);
        assert_eq!(
            lines(5, 4, &[b"12345\n"]),
            [whole("12345")],
            "a line as long as the bound is whole"
        );
    }

    #[test]
    fn no_digest_where_a_secret_was_in_the_line() {
        assert_eq!(
            lines(4, 4, &[b"123456 hunter2-h", b"unter2 rest\n"]),
            [cut("1234", 27, None, None)]
        );
    }

    /// Length of each line; `+` where it was cut, `~` where it does not end.
    #[test]
    fn each_hostile_stream_comes_to_what_the_index_says() {
        crate::corpus::play("lines", |bytes| {
            let tell = |line: Line| {
                let n_bytes = line
                    .text
                    .cut
                    .as_ref()
                    .map_or(line.text.bytes.len() as u64, |cut| cut.bytes);
                let cut = if line.text.cut.is_some() { "+" } else { "" };
                let end = if line.unterminated { "~" } else { "" };
                format!("{n_bytes}{cut}{end}")
            };
            let found = lines(1000, 100, &[bytes]);
            let n = found.len();
            // Those at the end say what became of those before.
            let told: Vec<_> = found.into_iter().rev().take(5).map(tell).collect();
            let told = told.into_iter().rev().collect::<Vec<_>>().join(" ");
            match n {
                0 => "no line".to_owned(),
                1..=5 => format!("{n} lines: {told}"),
                _ => format!("{n} lines, the last {told}"),
            }
        });
    }

    proptest! {
        #[test]
        fn chunks_of_hostile_streams_do_not_matter(bytes in crate::corpus::changed("lines"), at in any::<proptest::sample::Index>()) {
            let at = at.index(bytes.len() + 1);
            let found = lines(1000, 100, &[&bytes]);
            prop_assert_eq!(&found, &lines(1000, 100, &[&bytes[..at], &bytes[at..]]));
            let n_feeds = bytes.iter().filter(|&&byte| byte == b'\n').count();
            prop_assert_eq!(found.iter().filter(|line| !line.unterminated).count(), n_feeds);
        }

        #[test]
        fn chunks_do_not_matter(
            bytes in proptest::collection::vec(proptest::sample::select(b"ab\n\r{\"".to_vec()), 0..120),
            at in 0_usize..120,
            bytes_max in 1_u64..9,
        ) {
            let at = at.min(bytes.len());
            prop_assert_eq!(lines(bytes_max, 3, &[&bytes]), lines(bytes_max, 3, &[&bytes[..at], &bytes[at..]]));
            let one_by_one: Vec<&[u8]> = bytes.chunks(1).collect();
            prop_assert_eq!(lines(bytes_max, 3, &[&bytes]), lines(bytes_max, 3, &one_by_one));
        }
    }
}
