//! The reader: strict RFC 8259, one pass, its own stack instead of recursion.

use thiserror::Error;

use crate::doc::{Limits, Node, NodeKind};

/// Why a text is no JSON, with the byte offset where reading stopped.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseError {
    /// Another byte was needed here.
    #[error("expected {wanted} at byte {at}")]
    Unexpected {
        /// Byte offset.
        at: usize,
        /// What the grammar allows there.
        wanted: &'static str,
    },
    /// The text ends inside a value.
    #[error("the text ends at byte {at} inside a value")]
    Truncated {
        /// Length of the text in bytes.
        at: usize,
    },
    /// Something follows the value.
    #[error("unexpected text after the value at byte {at}")]
    Trailing {
        /// Byte offset of the first byte that does not belong.
        at: usize,
    },
    /// Nested deeper than [`Limits::depth_max`].
    #[error("nested deeper than {limit} levels at byte {at}")]
    TooDeep {
        /// Byte offset.
        at: usize,
        /// The bound in levels.
        limit: usize,
    },
    /// More values than [`Limits::nodes_max`].
    #[error("more than {limit} values at byte {at}")]
    TooMany {
        /// Byte offset.
        at: usize,
        /// The bound in values.
        limit: usize,
    },
    /// Longer than 4 GiB, which offsets can't hold.
    #[error("the text is longer than 4 GiB")]
    TooLong,
}

/// What the grammar wants next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    Value,
    ValueOrEnd,
    NameOrEnd,
    Name,
    CommaOrEnd,
}

pub(crate) fn parse(text: &str, limits: &Limits) -> Result<Vec<Node>, ParseError> {
    if u32::try_from(text.len()).is_err() {
        return Err(ParseError::TooLong);
    }
    let mut reader = Reader {
        bytes: text.as_bytes(),
        at: 0,
        nodes: Vec::with_capacity(text.len() / 12 + 1),
        open: Vec::new(),
        limits,
    };
    reader.run()?;
    Ok(reader.nodes)
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
    nodes: Vec<Node>,
    /// Indexes of the arrays and objects that are still open.
    open: Vec<u32>,
    limits: &'t Limits,
}

impl Reader<'_> {
    fn run(&mut self) -> Result<(), ParseError> {
        let mut want = Want::Value;
        loop {
            self.skip_space();
            want = match want {
                Want::Value => self.value()?,
                Want::ValueOrEnd if self.peek() == Some(b']') => self.close(),
                Want::ValueOrEnd => self.value()?,
                Want::NameOrEnd if self.peek() == Some(b'}') => self.close(),
                Want::NameOrEnd | Want::Name => self.name()?,
                Want::CommaOrEnd => match self.open.last() {
                    None if self.at == self.bytes.len() => return Ok(()),
                    None => return Err(ParseError::Trailing { at: self.at }),
                    Some(&open) => self.comma_or_end(self.nodes[open as usize].kind)?,
                },
            };
        }
    }

    fn comma_or_end(&mut self, kind: NodeKind) -> Result<Want, ParseError> {
        let object = kind == NodeKind::Object;
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(if object { Want::Name } else { Want::Value })
            }
            Some(b'}') if object => Ok(self.close()),
            Some(b']') if !object => Ok(self.close()),
            _ => Err(self.unexpected(if object { "',' or '}'" } else { "',' or ']'" })),
        }
    }

    fn value(&mut self) -> Result<Want, ParseError> {
        match self.peek() {
            Some(b'{') => self.open(NodeKind::Object, Want::NameOrEnd),
            Some(b'[') => self.open(NodeKind::Array, Want::ValueOrEnd),
            Some(b'"') => self.string().map(|()| Want::CommaOrEnd),
            Some(b'-' | b'0'..=b'9') => self.number().map(|()| Want::CommaOrEnd),
            Some(b't') => self.word("true", NodeKind::True),
            Some(b'f') => self.word("false", NodeKind::False),
            Some(b'n') => self.word("null", NodeKind::Null),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn name(&mut self) -> Result<Want, ParseError> {
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("a member name in double quotes"));
        }
        self.string()?;
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err(self.unexpected("':'"));
        }
        self.at += 1;
        Ok(Want::Value)
    }

    fn open(&mut self, kind: NodeKind, want: Want) -> Result<Want, ParseError> {
        if self.open.len() >= self.limits.depth_max {
            return Err(ParseError::TooDeep {
                at: self.at,
                limit: self.limits.depth_max,
            });
        }
        let idx = self.push(kind, self.at)?;
        self.open.push(idx);
        self.at += 1;
        Ok(want)
    }

    fn close(&mut self) -> Want {
        self.at += 1;
        if let Some(open) = self.open.pop() {
            let next = as_u32(self.nodes.len());
            let node = &mut self.nodes[open as usize];
            node.end = as_u32(self.at);
            node.next = next;
        }
        Want::CommaOrEnd
    }

    fn word(&mut self, word: &'static str, kind: NodeKind) -> Result<Want, ParseError> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.unexpected("true, false or null"));
        }
        let start = self.at;
        self.at += word.len();
        self.push(kind, start)?;
        Ok(Want::CommaOrEnd)
    }

    fn string(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        let mut kind = NodeKind::Plain;
        self.at += 1;
        loop {
            self.skip_ordinary();
            match self.peek() {
                None => return Err(ParseError::Truncated { at: self.at }),
                Some(b'"') => break,
                Some(b'\\') => {
                    kind = NodeKind::Escaped;
                    self.at += 1;
                    self.escape()?;
                }
                Some(0..=0x1f) => return Err(self.unexpected("an escape instead of a control character")),
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        self.push(kind, start).map(|_| ())
    }

    /// Passes the bytes of a string that mean themselves, eight at a time.
    fn skip_ordinary(&mut self) {
        while let Some(eight) = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk::<8>) {
            let others = not_ordinary(u64::from_le_bytes(*eight));
            if others != 0 {
                self.at += others.trailing_zeros() as usize / 8;
                return;
            }
            self.at += 8;
        }
    }

    fn escape(&mut self) -> Result<(), ParseError> {
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                self.at += 1;
                for _ in 0..4 {
                    if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                        return Err(self.unexpected("four hexadecimal digits"));
                    }
                    self.at += 1;
                }
            }
            _ => return Err(self.unexpected("an escape character")),
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits()?,
            _ => return Err(self.unexpected("a digit")),
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        self.push(NodeKind::Number, start).map(|_| ())
    }

    fn digits(&mut self) -> Result<(), ParseError> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.unexpected("a digit"));
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }

    fn push(&mut self, kind: NodeKind, start: usize) -> Result<u32, ParseError> {
        if self.nodes.len() >= self.limits.nodes_max {
            return Err(ParseError::TooMany {
                at: start,
                limit: self.limits.nodes_max,
            });
        }
        let idx = as_u32(self.nodes.len());
        self.nodes.push(Node {
            kind,
            start: as_u32(start),
            end: as_u32(self.at),
            next: idx + 1,
        });
        Ok(idx)
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn unexpected(&self, wanted: &'static str) -> ParseError {
        if self.at >= self.bytes.len() {
            ParseError::Truncated { at: self.at }
        } else {
            ParseError::Unexpected { at: self.at, wanted }
        }
    }
}

/// The highest bit of each byte that is a quote, a backslash or a control character; above the first such byte it may be set
/// for others too. (A byte is below `n` where subtracting `n` borrows; it is `c` where it is below 1 after `^ c`.)
fn not_ordinary(eight: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let below = |bytes: u64, n: u64| bytes.wrapping_sub(EACH * n) & !bytes;
    let is = |byte: u8| below(eight ^ (EACH * u64::from(byte)), 1);
    (below(eight, 0x20) | is(b'"') | is(b'\\')) & (EACH << 7)
}

/// Offsets and indexes fit: the length of the text was checked, and a text has no more nodes than bytes.
fn as_u32(n: usize) -> u32 {
    u32::try_from(n).expect("the text is shorter than 4 GiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<usize, ParseError> {
        parse(text, &Limits::default()).map(|nodes| nodes.len())
    }

    #[test]
    fn accepts_what_rfc_8259_accepts() {
        for (text, n_nodes) in [
            ("null", 1),
            (" true ", 1),
            ("-0.0e+10", 1),
            ("[]", 1),
            ("{}", 1),
            ("[[],{}]", 3),
            (r#"{"a":1,"a":[2,"\ud800"]}"#, 7),
            ("\"\u{2028}\"", 1),
        ] {
            assert_eq!(read(text), Ok(n_nodes), "{text}");
        }
    }

    #[test]
    fn says_where_a_text_is_no_json() {
        let unexpected = |at, wanted| Err(ParseError::Unexpected { at, wanted });
        assert_eq!(read(""), Err(ParseError::Truncated { at: 0 }));
        assert_eq!(read("[1,"), Err(ParseError::Truncated { at: 3 }));
        assert_eq!(read("1 2"), Err(ParseError::Trailing { at: 2 }));
        assert_eq!(read("[1,]"), unexpected(3, "a value"));
        assert_eq!(read("{,}"), unexpected(1, "a member name in double quotes"));
        assert_eq!(read("{\"a\" 1}"), unexpected(5, "':'"));
        assert_eq!(read("01"), Err(ParseError::Trailing { at: 1 }));
        assert_eq!(read("NaN"), unexpected(0, "a value"));
        assert_eq!(
            read("\"a\nb\""),
            unexpected(2, "an escape instead of a control character")
        );
        assert_eq!(read("\"\\x\""), unexpected(2, "an escape character"));
        assert_eq!(read("[1}"), unexpected(2, "',' or ']'"));
    }

    #[test]
    fn bounds_are_errors() {
        let limits = Limits {
            depth_max: 2,
            nodes_max: 4,
        };
        assert_eq!(
            parse("[[[]]]", &limits).err(),
            Some(ParseError::TooDeep { at: 2, limit: 2 })
        );
        assert_eq!(
            parse("[1,2,3,4]", &limits).err(),
            Some(ParseError::TooMany { at: 7, limit: 4 })
        );
    }

    #[test]
    fn a_string_ends_wherever_it_ends() {
        for byte in 0..=u8::MAX {
            let c = char::from(byte);
            for n in 0..20 {
                let text = format!("\"{}{c}{}\"", "x".repeat(n), "é".repeat(19 - n));
                let expected = match byte {
                    b'"' => Err(ParseError::Trailing { at: n + 2 }),
                    b'\\' if n < 19 => Err(ParseError::Unexpected {
                        at: n + 2,
                        wanted: "an escape character",
                    }),
                    b'\\' => Err(ParseError::Truncated { at: n + 3 }),
                    0..0x20 => Err(ParseError::Unexpected {
                        at: n + 1,
                        wanted: "an escape instead of a control character",
                    }),
                    _ => Ok(1),
                };
                // A quote as the last byte ends the string, and what follows is one more.
                assert_eq!(read(&text), expected, "{text}");
            }
        }
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = "[".repeat(500_000) + &"]".repeat(500_000);
        assert_eq!(read(&deep), Ok(500_000));
    }
}
