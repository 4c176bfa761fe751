//! Looks at what was masked with other eyes than those that masked it: deeper inside strings, and through base64 and
//! percent encoding. What is found here is a reason not to hand the file on.

use std::ops::Range;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::is_json;
use super::known::Known;
use super::named;
use super::shapes::Shapes;
use super::strings::{Decoded, Part, Parts};

/// JSON inside strings of JSON is followed so deep, deeper than where it is masked.
const NESTED_MAX: usize = 8;
/// A shorter run of base64 holds no token of any shape.
const BASE64_BYTES_MIN: usize = 24;

/// Something that looks like a secret and is still there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remains {
    /// Line of the snapshot, from 1.
    pub line: u64,
    /// Place among frames and events, where the line is one.
    pub seq: Option<u64>,
    /// Its shape, or the name of the secret.
    pub what: String,
    /// How it is written, e.g. `in base64`; empty where it stands in the open.
    pub how: &'static str,
}

/// Something found in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) what: String,
    pub(super) how: &'static str,
    /// The string of JSON that holds it, or the whole text.
    pub(super) within: Range<usize>,
}

/// What to look for.
#[derive(Debug)]
pub(super) struct Eyes<'k> {
    pub(super) known: &'k Known,
    pub(super) shapes: &'k Shapes,
}

impl Eyes<'_> {
    /// Everything in a text that looks like a secret.
    pub(super) fn look(&self, text: &[u8]) -> Vec<Found> {
        self.look_deep(text, NESTED_MAX)
    }

    fn look_deep(&self, text: &[u8], n_nested: usize) -> Vec<Found> {
        if n_nested == 0 || !is_json(text) {
            return self.look_at(text, 0..text.len());
        }
        let mut found = Vec::new();
        for part in Parts::new(text) {
            match part {
                Part::Between(range) | Part::Plain(range) => {
                    found.extend(self.look_at(&text[range.clone()], range));
                }
                Part::Escaped(range) => {
                    let decoded = Decoded::new(&text[range.clone()]);
                    // A text that only begins like JSON is looked at as a text, too.
                    let mut inner = self.look_at(&decoded.text, 0..0);
                    inner.extend(self.look_deep(&decoded.text, n_nested - 1));
                    found.extend(inner.into_iter().map(|inner| Found {
                        within: range.clone(),
                        ..inner
                    }));
                }
            }
        }
        found.sort_by(|one, other| {
            (one.within.start, &one.what, one.how).cmp(&(other.within.start, &other.what, other.how))
        });
        found.dedup();
        found
    }

    fn look_at(&self, text: &[u8], within: Range<usize>) -> Vec<Found> {
        let mut found = self.plain(text, "", &within);
        for run in base64_runs(text) {
            found.extend(decodings(&text[run]).flat_map(|decoded| self.plain(&decoded, "in base64", &within)));
        }
        if text.contains(&b'%') {
            found.extend(self.plain(&percent_decoded(text), "percent-encoded", &within));
        }
        found.sort_by(|one, other| (&one.what, one.how).cmp(&(&other.what, other.how)));
        found.dedup();
        found
    }

    fn plain(&self, text: &[u8], how: &'static str, within: &Range<usize>) -> Vec<Found> {
        let known = self.known.find(text).into_iter().map(|hit| hit.mark.to_owned());
        let tokens = self.shapes.find(text).into_iter().chain(named::find(text));
        known
            .chain(
                tokens
                    .filter(|token| !text[token.range.clone()].starts_with(b"[redacted"))
                    .map(|token| token.shape.to_owned()),
            )
            .map(|what| Found {
                what,
                how,
                within: within.clone(),
            })
            .collect()
    }
}

fn base64_runs(text: &[u8]) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].iter().position(|&byte| is_base64(byte)) {
        let start = at + found;
        let n = text[start..].iter().position(|&byte| !is_base64(byte));
        at = n.map_or(text.len(), |n| start + n);
        if at - start >= BASE64_BYTES_MIN {
            runs.push(start..at);
        }
    }
    runs
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/-_=".contains(&byte)
}

/// What a run may mean. Letters before it may belong to it or not, so it is read from each of four places.
fn decodings(run: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let is_url_safe = run.iter().any(|byte| b"-_".contains(byte));
    let alphabet = if is_url_safe {
        &alphabet::URL_SAFE
    } else {
        &alphabet::STANDARD
    };
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let engine = GeneralPurpose::new(alphabet, config);
    let run: Vec<u8> = run.iter().copied().filter(|&byte| byte != b'=').collect();
    (0..4_usize).filter_map(move |skipped| {
        let rest = run.get(skipped..)?;
        // One letter too many holds no whole byte.
        let n = if rest.len() % 4 == 1 {
            rest.len() - 1
        } else {
            rest.len()
        };
        engine.decode(&rest[..n]).ok()
    })
}

fn percent_decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let hex = text.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        let byte = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (text[at], byte) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

    use super::*;
    use crate::options::Secret;

    #[test]
    fn looks_through_encodings_and_strings() {
        let known = Known::new(&[Secret {
            name: "KEY".to_owned(),
            value: "hunter2-hunter2".to_owned(),
        }]);
        let shapes = Shapes::new();
        let eyes = Eyes {
            known: &known,
            shapes: &shapes,
        };
        let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
        let nested = (0..6).fold(token.to_owned(), |text, _| serde_json::json!({ "t": text }).to_string());
        let percent = token.replace('_', "%5F");
        let table = [
            (token.to_owned(), vec![("github-token", "")]),
            (nested, vec![("github-token", "")]),
            (
                STANDARD.encode(format!("key: {token}")),
                vec![("github-token", "in base64")],
            ),
            (
                format!("x/{}", URL_SAFE_NO_PAD.encode(format!("?>{token}"))),
                vec![("github-token", "in base64")],
            ),
            (percent, vec![("github-token", "percent-encoded")]),
            ("a hunter2-hunter2".to_owned(), vec![("[redacted:KEY]", "")]),
            ("https://a:b-secret@x".to_owned(), vec![("url-password", "")]),
            ("[redacted:github-token#1] Bearer [redacted:KEY]".to_owned(), vec![]),
            (
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk".to_owned(),
                vec![],
            ),
        ];
        for (text, expected) in table {
            let found: Vec<_> = eyes.look(text.as_bytes());
            let found: Vec<_> = found.iter().map(|found| (found.what.as_str(), found.how)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
