//! What the recorder must know of a message to go on: its id, its method, whether it answers.
//!
//! One pass, no tree, no recursion, nothing kept: a message of any size and depth costs no memory here. It does not
//! check that the text is JSON; the rules do, later, on the same bytes.

use std::ops::Range;

/// The outside of one JSON-RPC message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Envelope {
    /// Text of the `id` member as sent, e.g. `1001` or `"a"`; the last one of several.
    pub(crate) id: Option<String>,
    /// The `method`, its escapes not decoded (methods of MCP have none).
    pub(crate) method: Option<String>,
    /// Whether there is a `result` or an `error`.
    pub(crate) is_answer: bool,
    /// Whether there is an `error`.
    pub(crate) is_error: bool,
    /// Where the value of `id` stands in the text.
    id_at: Option<Range<usize>>,
    /// Where the value of `params` stands in the text.
    params_at: Option<Range<usize>>,
}

/// What a line or event is to the recorder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Message {
    /// It asks for an answer.
    Request {
        /// Text of its id as sent.
        id: String,
        method: String,
    },
    /// It asks for none.
    Notification { method: String },
    /// It answers; `id` is `None` where it is missing or null.
    Answer { id: Option<String>, is_error: bool },
    /// Not JSON-RPC.
    Noise,
}

/// More elements of one batch than this are not looked at.
const BATCH_MAX: usize = 10_000;
/// A longer id or method is not kept whole.
const MEMBER_BYTES_MAX: usize = 4096;

/// The messages of one line: one, or those of a batch.
pub(crate) fn messages(bytes: &[u8]) -> Vec<Message> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut scan = Scan { text, at: 0 };
    match scan.peek() {
        Some(b'{') => scan
            .object()
            .map_or(vec![Message::Noise], |envelope| vec![envelope.message()]),
        Some(b'[') => {
            scan.at += 1;
            let mut messages = Vec::new();
            while scan.peek() == Some(b'{') && messages.len() < BATCH_MAX {
                let Some(envelope) = scan.object() else { break };
                messages.push(envelope.message());
                if scan.peek() != Some(b',') {
                    break;
                }
                scan.at += 1;
            }
            if messages.is_empty() {
                vec![Message::Noise]
            } else {
                messages
            }
        }
        _ => vec![Message::Noise],
    }
}

/// The id of the beginning of a message, where it is in there.
pub(crate) fn id_of_beginning(bytes: &[u8]) -> Option<String> {
    let mut scan = Scan { text: bytes, at: 0 };
    let mut envelope = Envelope::default();
    if scan.peek() == Some(b'{') {
        scan.at += 1;
        while scan.member(&mut envelope).is_some() {}
    }
    envelope.id
}

/// Where the id of a message stands in its text, and where its parameters. Of a batch it is the id of its first answer.
pub(crate) fn places(bytes: &[u8]) -> (Option<Range<usize>>, Option<Range<usize>>) {
    let mut scan = Scan { text: bytes, at: 0 };
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        scan.at = 3;
    }
    match scan.peek() {
        Some(b'{') => scan
            .object()
            .map_or((None, None), |envelope| (envelope.id_at, envelope.params_at)),
        Some(b'[') => (scan.answer_of_batch(), None),
        _ => (None, None),
    }
}

/// Whether two ids are the same to a server that mixes up strings and numbers (`1`, `"1"`, `1.0`).
pub(crate) fn is_same_id(one: &str, other: &str) -> bool {
    let bare = |id: &str| {
        let id = id.trim_matches('"').to_owned();
        id.strip_suffix(".0").map(str::to_owned).unwrap_or(id)
    };
    bare(one) == bare(other)
}

impl Envelope {
    fn message(self) -> Message {
        let id = self.id.filter(|id| id != "null");
        match (self.method, id) {
            (None, id) if self.is_answer => Message::Answer {
                id,
                is_error: self.is_error,
            },
            // A response that also names a method answers, where it has an id.
            (Some(_), Some(id)) if self.is_answer => Message::Answer {
                id: Some(id),
                is_error: self.is_error,
            },
            (Some(method), Some(id)) => Message::Request { id, method },
            (Some(method), None) => Message::Notification { method },
            (None, _) => Message::Noise,
        }
    }
}

struct Scan<'t> {
    text: &'t [u8],
    at: usize,
}

impl Scan<'_> {
    /// The next byte that is no white space.
    fn peek(&mut self) -> Option<u8> {
        while let Some(byte) = self.text.get(self.at) {
            if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    /// Reads an object that starts here; `None` where it does not end.
    fn object(&mut self) -> Option<Envelope> {
        self.at += 1;
        let mut envelope = Envelope::default();
        loop {
            if self.peek()? == b'}' {
                self.at += 1;
                return Some(envelope);
            }
            self.member(&mut envelope)?;
        }
    }

    /// Where the id of the first answer of a batch that starts here stands.
    fn answer_of_batch(&mut self) -> Option<Range<usize>> {
        self.at += 1;
        for _ in 0..BATCH_MAX {
            if self.peek()? != b'{' {
                return None;
            }
            let envelope = self.object()?;
            if envelope.is_answer {
                return envelope.id_at;
            }
            if self.peek()? == b',' {
                self.at += 1;
            }
        }
        None
    }

    /// Reads one member and the comma after it.
    fn member(&mut self, envelope: &mut Envelope) -> Option<()> {
        let name = self.string()?;
        if self.peek()? != b':' {
            return None;
        }
        self.at += 1;
        self.peek()?;
        let start = self.at;
        self.value()?;
        let value = &self.text[start..self.at];
        let kept = |value: &[u8]| String::from_utf8_lossy(&value[..value.len().min(MEMBER_BYTES_MAX)]).into_owned();
        match &self.text[name] {
            b"id" => {
                envelope.id = Some(kept(value));
                envelope.id_at = Some(start..self.at);
            }
            b"params" => envelope.params_at = Some(start..self.at),
            b"method" if value.len() >= 2 && value[0] == b'"' => {
                envelope.method = Some(kept(&value[1..value.len() - 1]));
            }
            b"result" => envelope.is_answer = true,
            b"error" => {
                envelope.is_answer = true;
                envelope.is_error = true;
            }
            _ => {}
        }
        if self.peek()? == b',' {
            self.at += 1;
        }
        Some(())
    }

    /// Skips a string and gives the range of its inside.
    fn string(&mut self) -> Option<std::ops::Range<usize>> {
        if self.peek()? != b'"' {
            return None;
        }
        let start = self.at + 1;
        let mut at = start;
        loop {
            at += memchr::memchr2(b'"', b'\\', self.text.get(at..)?)?;
            if self.text[at] == b'"' {
                self.at = at + 1;
                return Some(start..at);
            }
            at += 2;
        }
    }

    /// Skips a value of any depth by counting brackets.
    fn value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                    continue;
                }
                b'}' | b']' if depth > 0 => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => {
                    self.at += 1;
                    continue;
                }
                b'}' | b']' | b',' | b':' => return None,
                _ => self.literal(),
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    fn literal(&mut self) {
        let is_end = |byte: &u8| {
            matches!(
                byte,
                b',' | b':' | b'}' | b']' | b'{' | b'[' | b'"' | b' ' | b'\t' | b'\r' | b'\n'
            )
        };
        let rest = &self.text[self.at..];
        self.at += rest.iter().position(is_end).unwrap_or(rest.len()).max(1);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Message, id_of_beginning, is_same_id, messages};

    fn request(id: &str, method: &str) -> Message {
        Message::Request {
            id: id.to_owned(),
            method: method.to_owned(),
        }
    }

    fn answer(id: Option<&str>, is_error: bool) -> Message {
        Message::Answer {
            id: id.map(str::to_owned),
            is_error,
        }
    }

    #[test]
    fn the_outside_of_a_message_is_read() {
        for (text, expected) in [
            (
                r#"{"jsonrpc":"2.0","id":1001,"result":{"id":5,"method":"x"}}"#,
                vec![answer(Some("1001"), false)],
            ),
            (
                r#" { "result" : [ [ ] , "}\"" ] , "id" : "a" } "#,
                vec![answer(Some("\"a\""), false)],
            ),
            (r#"{"id":null,"error":{"code":-1}}"#, vec![answer(None, true)]),
            (r#"{"error":{"code":-1}}"#, vec![answer(None, true)]),
            (r#"{"id":0,"method":"ping"}"#, vec![request("0", "ping")]),
            (r#"{"id":1,"id":2,"method":"ping"}"#, vec![request("2", "ping")]),
            (
                r#"{"method":"notifications/message","params":{}}"#,
                vec![Message::Notification {
                    method: "notifications/message".to_owned(),
                }],
            ),
            (r#"{"method":"x","id":3,"result":{}}"#, vec![answer(Some("3"), false)]),
            (
                r#"[{"id":1,"method":"a"},{"id":2,"result":{}}]"#,
                vec![request("1", "a"), answer(Some("2"), false)],
            ),
            ("\u{feff}{\"id\":1,\"result\":1}\r", vec![answer(Some("1"), false)]),
            ("{\"id\":1,\"result\":1", vec![Message::Noise]),
            ("{", vec![Message::Noise]),
            ("{}", vec![Message::Noise]),
            ("[]", vec![Message::Noise]),
            ("", vec![Message::Noise]),
            ("Server listening on {port}", vec![Message::Noise]),
            ("{port}", vec![Message::Noise]),
        ] {
            assert_eq!(messages(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn depth_costs_nothing() {
        let deep = format!(
            r#"{{"result":{}{},"id":7}}"#,
            "[".repeat(1_000_000),
            "]".repeat(1_000_000)
        );
        assert_eq!(messages(deep.as_bytes()), vec![answer(Some("7"), false)]);
    }

    #[test]
    fn ids_are_compared_loosely_but_not_too_loosely() {
        assert!(is_same_id("1001", "\"1001\"") && is_same_id("1001.0", "1001"));
        assert!(!is_same_id("1001", "1002") && !is_same_id("1001", "01001"));
        assert_eq!(
            id_of_beginning(br#"{"jsonrpc":"2.0","id":5,"result":{"tools":[{"na"#),
            Some("5".to_owned())
        );
        assert_eq!(id_of_beginning(br#"{"result":{"tools":[{"id":5,"#), None);
    }

    proptest! {
        #[test]
        fn any_bytes_may_come(bytes in proptest::collection::vec(prop_oneof![any::<u8>(), proptest::sample::select(b"{}[]\",:\\id01 ".to_vec())], 0..80)) {
            messages(&bytes);
            id_of_beginning(&bytes);
        }
    }
}
