//! Server-sent events at byte level, by the rules of WHATWG HTML section 9.2.
//!
//! What readers drop is kept here: events without data (they carry an id), and the event that the stream ended in.

use std::sync::Arc;

use mcpward_schemas::snapshot::Sse;

use crate::bounded::{Bounded, Collected};
use crate::limits::Limits;
use crate::redact::Known;

/// Names and values other than data are cut here: event types and ids of real servers have below 100 bytes.
const FIELD_BYTES_MAX: usize = 4096;
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// One event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Event {
    /// Its data lines, joined by line feeds.
    pub(crate) data: Collected,
    /// Its other fields.
    pub(crate) fields: Sse,
}

/// Reads a stream of events.
#[derive(Debug)]
pub(crate) struct Parser {
    /// Name of the field that this line begins with.
    name: Vec<u8>,
    /// Value of the field, but for data.
    value: Vec<u8>,
    data: Bounded,
    fields: Sse,
    part: Part,
    n_data_lines: u64,
    has_fields: bool,
    /// Bytes of a byte order mark that the stream began with; `None` after its beginning.
    mark: Option<usize>,
    /// The last byte was a carriage return: a line feed after it belongs to the same line end.
    is_after_cr: bool,
}

/// Where in a line the parser stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Name,
    /// After the colon, where one space may stand.
    Colon,
    Value,
}

impl Parser {
    pub(crate) fn new(limits: &Limits, known: Arc<Known>) -> Self {
        Self {
            name: Vec::new(),
            value: Vec::new(),
            data: Bounded::new(limits.line_bytes_max, limits, known),
            fields: Sse::default(),
            part: Part::Name,
            n_data_lines: 0,
            has_fields: false,
            mark: Some(0),
            is_after_cr: false,
        }
    }

    /// Takes the next bytes of the stream and hands each event to `emit`.
    pub(crate) fn feed(&mut self, mut chunk: &[u8], mut emit: impl FnMut(Event)) {
        chunk = self.after_mark(chunk);
        while let Some(&byte) = chunk.first() {
            if std::mem::take(&mut self.is_after_cr) && byte == b'\n' {
                chunk = &chunk[1..];
                continue;
            }
            let end = memchr::memchr2(b'\n', b'\r', chunk);
            self.line_part(&chunk[..end.unwrap_or(chunk.len())]);
            let Some(end) = end else { return };
            self.is_after_cr = chunk[end] == b'\r';
            chunk = &chunk[end + 1..];
            if let Some(event) = self.end_of_line() {
                emit(event);
            }
        }
    }

    /// The event that the stream ended in, if any.
    pub(crate) fn finish(&mut self) -> Option<Event> {
        let n_seen = self.mark.take().unwrap_or(0);
        self.line_part(&BOM[..n_seen]);
        let is_inside = self.has_fields || !self.name.is_empty();
        if !is_inside {
            return None;
        }
        if !self.name.is_empty() {
            self.end_of_field();
        }
        let mut event = self.take();
        event.fields.truncated = true;
        Some(event)
    }

    /// Drops one byte order mark at the beginning of the stream.
    fn after_mark<'c>(&mut self, mut chunk: &'c [u8]) -> &'c [u8] {
        while let (Some(n_seen), Some(&byte)) = (self.mark, chunk.first()) {
            if byte == BOM[n_seen] {
                chunk = &chunk[1..];
                self.mark = Some(n_seen + 1).filter(|&n| n < BOM.len());
            } else {
                self.mark = None;
                self.line_part(&BOM[..n_seen]);
            }
        }
        chunk
    }

    fn line_part(&mut self, mut bytes: &[u8]) {
        if self.part == Part::Name && !bytes.is_empty() {
            // The colon of a comment is the first byte, and is kept as the name, so that no line looks blank.
            let colon = memchr::memchr(b':', bytes).filter(|&at| at > 0 || !self.name.is_empty());
            let name = &bytes[..colon.unwrap_or(bytes.len())];
            push_bounded(&mut self.name, name);
            let Some(colon) = colon else { return };
            bytes = &bytes[colon + 1..];
            self.part = Part::Colon;
            if self.name == b"data" {
                self.begin_data();
            }
        }
        if self.part == Part::Colon && !bytes.is_empty() {
            bytes = bytes.strip_prefix(b" ").unwrap_or(bytes);
            self.part = Part::Value;
        }
        if self.part == Part::Value {
            match self.name.as_slice() {
                b"data" => self.data.push(bytes),
                _ => push_bounded(&mut self.value, bytes),
            }
        }
    }

    fn begin_data(&mut self) {
        if self.n_data_lines > 0 {
            self.data.push(b"\n");
        }
        self.n_data_lines += 1;
    }

    fn end_of_line(&mut self) -> Option<Event> {
        if !self.name.is_empty() {
            self.end_of_field();
            return None;
        }
        self.has_fields.then(|| self.take())
    }

    fn end_of_field(&mut self) {
        let name = std::mem::take(&mut self.name);
        let value = std::mem::take(&mut self.value);
        let text = || String::from_utf8_lossy(&value).into_owned();
        let is_known = match name.as_slice() {
            // A line without colon is a field without value.
            b"data" if self.part == Part::Name => {
                self.begin_data();
                true
            }
            b"data" => true,
            b"event" => {
                self.fields.event = Some(text());
                true
            }
            b"id" if !value.contains(&0) => {
                self.fields.id = Some(text());
                true
            }
            b"retry" if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                // Digits only, so all that can be wrong is that they are too many.
                self.fields.retry_ms = Some(text().parse().unwrap_or(u64::MAX));
                true
            }
            _ => false,
        };
        self.has_fields |= is_known;
        self.part = Part::Name;
    }

    fn take(&mut self) -> Event {
        self.n_data_lines = 0;
        self.has_fields = false;
        Event {
            data: self.data.take(),
            fields: std::mem::take(&mut self.fields),
        }
    }
}

fn push_bounded(to: &mut Vec<u8>, bytes: &[u8]) {
    let n = FIELD_BYTES_MAX.saturating_sub(to.len()).min(bytes.len());
    to.extend_from_slice(&bytes[..n]);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mcpward_schemas::snapshot::Sse;
    use proptest::prelude::*;

    use super::{Event, Parser};
    use crate::limits::Limits;
    use crate::redact::Known;

    fn events(chunks: &[&[u8]]) -> Vec<Event> {
        bounded(64, chunks)
    }

    fn bounded(bytes_max: u64, chunks: &[&[u8]]) -> Vec<Event> {
        let mut parser = Parser::new(
            &Limits {
                line_bytes_max: bytes_max,
                ..Limits::default()
            },
            Arc::new(Known::new(&[])),
        );
        let mut out = Vec::new();
        for chunk in chunks {
            parser.feed(chunk, |event| out.push(event));
        }
        out.extend(parser.finish());
        out
    }

    fn told(text: &str) -> Vec<(String, Sse)> {
        let tell = |event: Event| (String::from_utf8(event.data.bytes).unwrap(), event.fields);
        events(&[text.as_bytes()]).into_iter().map(tell).collect()
    }

    fn data(text: &str) -> (String, Sse) {
        (text.to_owned(), Sse::default())
    }

    #[test]
    fn events_are_read_by_the_rules() {
        let named = |event: &str| Sse {
            event: Some(event.to_owned()),
            ..Sse::default()
        };
        for (text, expected) in [
            ("data: a\n\n", vec![data("a")]),
            (
                "data:a\r\n\r\ndata:  b\r\rdata:c\n\n",
                vec![data("a"), data(" b"), data("c")],
            ),
            ("data: a\ndata\ndata:b\n\n", vec![data("a\n\nb")]),
            ("\u{feff}data: a\n\n", vec![data("a")]),
            ("\u{feff}\u{feff}data: a\n\n", vec![]),
            (": comment\ndata: a\n:\nother: x\n\n", vec![data("a")]),
            (":\n\n: only a comment\n\n", vec![]),
            (
                "event: message\ndata: {}\n\n",
                vec![("{}".to_owned(), named("message"))],
            ),
            (
                "id: 7\ndata: \n\n",
                vec![(
                    String::new(),
                    Sse {
                        id: Some("7".to_owned()),
                        ..Sse::default()
                    },
                )],
            ),
            ("id: a\0b\ndata: x\n\n", vec![data("x")]),
            (
                "retry: 100\nretry: 1s\ndata: x\n\n",
                vec![(
                    "x".to_owned(),
                    Sse {
                        retry_ms: Some(100),
                        ..Sse::default()
                    },
                )],
            ),
            (
                "data: a",
                vec![(
                    "a".to_owned(),
                    Sse {
                        truncated: true,
                        ..Sse::default()
                    },
                )],
            ),
            (
                "data: a\n",
                vec![(
                    "a".to_owned(),
                    Sse {
                        truncated: true,
                        ..Sse::default()
                    },
                )],
            ),
            ("data: :x: y\n\n", vec![data(":x: y")]),
            ("\n\n\n", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(told(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_long_event_is_cut_and_the_next_one_is_found() {
        let text = format!("data: {}\n\ndata: b\n\n", "a".repeat(100));
        let events = events(&[text.as_bytes()]);
        assert_eq!(events[0].data.cut.as_ref().map(|cut| cut.bytes), Some(100));
        assert_eq!(events[1].data.bytes, b"b");
    }

    /// The data of each event in JSON, its beginning and length where it is long, and its fields.
    #[test]
    fn each_hostile_stream_comes_to_what_the_index_says() {
        crate::corpus::play("events", |bytes| {
            let tell = |event: Event| {
                let text = String::from_utf8_lossy(&event.data.bytes).into_owned();
                let data = match &event.data.cut {
                    Some(cut) => format!("{} bytes, cut", cut.bytes),
                    None => serde_json::to_string(&text).unwrap(),
                };
                let fields = serde_json::to_string(&event.fields).unwrap();
                if fields == "{}" {
                    data
                } else {
                    format!("{data} {fields}")
                }
            };
            let told: Vec<_> = bounded(1000, &[bytes]).into_iter().map(tell).collect();
            if told.is_empty() {
                "nothing".to_owned()
            } else {
                told.join(", ")
            }
        });
    }

    proptest! {
        #[test]
        fn chunks_of_hostile_streams_do_not_matter(bytes in crate::corpus::changed("events"), at in any::<proptest::sample::Index>()) {
            let at = at.index(bytes.len() + 1);
            let found = bounded(1000, &[&bytes]);
            prop_assert_eq!(&found, &bounded(1000, &[&bytes[..at], &bytes[at..]]));
            let one_by_one: Vec<&[u8]> = bytes.chunks(1).collect();
            prop_assert_eq!(&found, &bounded(1000, &one_by_one));
        }

        #[test]
        fn chunks_do_not_matter(text in "(data|id|event|retry|x|:| |\r|\n|\u{feff}|a){0,40}", at in 0_usize..80) {
            let bytes = text.as_bytes();
            let at = at.min(bytes.len());
            prop_assert_eq!(events(&[bytes]), events(&[&bytes[..at], &bytes[at..]]));
            let one_by_one: Vec<&[u8]> = bytes.chunks(1).collect();
            prop_assert_eq!(events(&[bytes]), events(&one_by_one));
        }
    }
}
