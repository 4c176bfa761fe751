//! From a frame to its text, and from a text to JSON: total, with anomalies.

use std::borrow::Cow;

use mcpward_json::{Doc, Json, Limits, ParseError, Value};
use mcpward_schemas::snapshot::Frame;

use super::anomaly::AnomalyKind;
use crate::limits::{DUPLICATES_REPORTED_MAX, QUOTE_CHARS_MAX};

/// What was found in one frame, each with its detail.
pub(super) type Found = Vec<(AnomalyKind, String)>;

/// The frame's text without byte order mark and carriage return; replacement characters stand for what is no UTF-8.
pub(super) fn text<'f>(frame: &'f Frame, found: &mut Found) -> Option<Cow<'f, str>> {
    let mut text = match frame.text() {
        Some(text) => Cow::Borrowed(text),
        None => {
            let bytes = frame.bytes();
            found.push((
                if bytes.is_some() {
                    AnomalyKind::NotUtf8
                } else {
                    AnomalyKind::Damaged
                },
                String::new(),
            ));
            Cow::Owned(String::from_utf8_lossy(&bytes?).into_owned())
        }
    };
    if let Some(cut) = &frame.cut {
        found.push((AnomalyKind::Cut, format!("{} bytes", cut.bytes)));
    }
    if frame.unterminated {
        found.push((AnomalyKind::Unterminated, String::new()));
    }
    if text.starts_with('\u{feff}') {
        found.push((AnomalyKind::ByteOrderMark, String::new()));
        text = strip(text, |text| text.strip_prefix('\u{feff}'));
    }
    if text.ends_with('\r') {
        found.push((AnomalyKind::CarriageReturn, String::new()));
        text = strip(text, |text| text.strip_suffix('\r'));
    }
    Some(text)
}

fn strip<'f>(text: Cow<'f, str>, cut: impl Fn(&str) -> Option<&str>) -> Cow<'f, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(cut(text).unwrap_or(text)),
        Cow::Owned(text) => Cow::Owned(cut(&text).unwrap_or(&text).to_owned()),
    }
}

/// The JSON of a text, which may be like another one; `None` where there is none.
pub(super) fn json(text: &str, model: Option<&Doc>, found: &mut Found) -> Option<Json> {
    let alike = model.and_then(|model| Doc::parse_like(text, model));
    match alike.map_or_else(|| Doc::parse(text, &Limits::default()), Ok) {
        Ok(doc) => {
            irregular(doc.root(), found);
            Some(Json::root(doc))
        }
        Err(error) => {
            found.push(match error {
                ParseError::TooDeep { .. } | ParseError::TooMany { .. } | ParseError::TooLong => {
                    (AnomalyKind::TooLarge, error.to_string())
                }
                _ => (AnomalyKind::NotJson, beginning(text)),
            });
            None
        }
    }
}

/// The first code points of a text, for an anomaly's detail.
pub(crate) fn beginning(text: &str) -> String {
    match text.char_indices().nth(QUOTE_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Duplicate member names and lone surrogates, which common readers hide.
fn irregular(root: Value<'_>, found: &mut Found) {
    if !may_be_irregular(root) {
        return;
    }
    let mut walk = root.walk();
    let mut n_found = 0;
    while let Some(step) = walk.next() {
        if step.value.is_object() {
            for name in step.value.duplicate_names() {
                n_found += 1;
                if n_found <= DUPLICATES_REPORTED_MAX {
                    found.push((
                        AnomalyKind::DuplicateName,
                        format!("{} at {:?}", beginning(&name), walk.pointer()),
                    ));
                }
            }
        } else if step.value.is_string() && step.value.has_lone_surrogate() {
            n_found += 1;
            if n_found <= DUPLICATES_REPORTED_MAX {
                found.push((AnomalyKind::LoneSurrogate, walk.pointer().to_owned()));
            }
        }
    }
}

/// A cheap test without pointers, since almost every text is regular: `false` only where nothing can be wrong.
fn may_be_irregular(root: Value<'_>) -> bool {
    // Without an escape, names are what they look like, and there are no surrogates.
    let has_escapes = root.raw().contains('\\');
    let mut names: Vec<&str> = Vec::new();
    let mut todo = vec![root];
    while let Some(value) = todo.pop() {
        if value.is_object() {
            names.clear();
            for (name, member) in value.entries() {
                names.push(name.raw());
                if member.is_object() || member.is_array() || has_escapes && member.is_string() {
                    todo.push(member);
                }
            }
            if has_escapes && names.iter().any(|name| name.contains('\\')) {
                return true;
            }
            names.sort_unstable();
            if names.windows(2).any(|pair| pair[0] == pair[1]) {
                return true;
            }
        } else if value.is_array() {
            todo.extend(value.items());
        } else if value.is_string() && value.has_lone_surrogate() {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use mcpward_schemas::snapshot::{Dir, Frame};

    use super::{AnomalyKind, Found, json, text};

    fn read(bytes: &[u8]) -> (Option<String>, Vec<AnomalyKind>) {
        let frame = Frame::new(1, 0, 0, Dir::In, bytes.to_vec());
        let mut found = Found::new();
        let text = text(&frame, &mut found);
        let json = text
            .and_then(|text| json(&text, None, &mut found))
            .map(|json| json.value().raw().to_owned());
        (json, found.into_iter().map(|(kind, _)| kind).collect())
    }

    #[test]
    fn what_is_wrong_is_named_and_the_rest_is_read() {
        use AnomalyKind::{ByteOrderMark, CarriageReturn, DuplicateName, LoneSurrogate, NotJson, NotUtf8};
        for (bytes, value, kinds) in [
            (&b"{\"a\":1}"[..], Some("{\"a\":1}"), vec![]),
            (b"\xef\xbb\xbf{}\r", Some("{}"), vec![ByteOrderMark, CarriageReturn]),
            (
                b"{\"a\":1,\"b\":[{\"c\":1,\"\\u0063\":2}]}",
                Some("{\"a\":1,\"b\":[{\"c\":1,\"\\u0063\":2}]}"),
                vec![DuplicateName],
            ),
            (b"[\"\\ud800\"]", Some("[\"\\ud800\"]"), vec![LoneSurrogate]),
            (b"[\"\xff\"]", Some("[\"\u{fffd}\"]"), vec![NotUtf8]),
            (b"listening on 3000", None, vec![NotJson]),
        ] {
            assert_eq!(
                read(bytes),
                (value.map(str::to_owned), kinds),
                "{}",
                String::from_utf8_lossy(bytes)
            );
        }
    }
}
