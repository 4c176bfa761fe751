//! Masks secrets before anything is kept.
//!
//! Known secrets become `[redacted:NAME]`, wherever and however a server echoes them; tokens of a shape that nothing else
//! has become `[redacted:shape#n]`, equal ones with equal marks. The text around a mark stays as it was sent, byte for
//! byte, and a line that was JSON stays JSON. Softer things (e-mail addresses, paths, host names) stay: the rules must see
//! them. They are masked where a snapshot is made fit for others (`sharing`).

mod known;
mod mask;
mod named;
mod personal;
mod remains;
mod shapes;
mod sharing;
mod strings;
mod unmask;
mod web;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mcpward_schemas::snapshot::redaction_mark;

pub(crate) use known::Known;
use mask::Mask;
use personal::Personal;
pub use remains::Remains;
pub use sharing::{MaskedKind, Redacted, Sharing, SharingError, redact};

use crate::options::Secret;

/// Knows the secrets of one capture, and the marks that it gave.
#[derive(Debug)]
pub(crate) struct Redactor {
    secrets: Vec<Secret>,
    known: Arc<Known>,
    shapes: shapes::Shapes,
    /// Value behind each mark, so that what the plan says with a mark can be sent with the value.
    values: BTreeMap<String, String>,
    /// Marks that the server wrote itself: they are never replaced on the way out, or it could ask for any secret.
    forged: BTreeSet<String>,
    /// Number of tokens seen of each shape.
    n_tokens: BTreeMap<String, u32>,
    /// The mark of each token.
    tokens: BTreeMap<String, String>,
    /// What is masked besides secrets, for eyes other than those of the rules.
    personal: Option<Personal>,
}

/// JSON texts inside strings of JSON texts are read so deep: the result of a tool, in a message, in a message of a gateway.
const NESTED_MAX: usize = 3;

/// A text after masking.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Masked {
    pub(crate) bytes: Vec<u8>,
    pub(crate) n_secrets: u32,
}

/// The value behind each mark.
fn values(known: &Known) -> BTreeMap<String, String> {
    let marks = known.marks();
    marks.map(|(mark, value)| (mark.to_owned(), value.to_owned())).collect()
}

impl Redactor {
    pub(crate) fn new(secrets: &[Secret]) -> Self {
        let known = Known::new(secrets);
        let values = values(&known);
        Self {
            secrets: secrets.to_vec(),
            known: Arc::new(known),
            shapes: shapes::Shapes::new(),
            values,
            forged: BTreeSet::new(),
            n_tokens: BTreeMap::new(),
            tokens: BTreeMap::new(),
            personal: None,
        }
    }

    /// Knows one more secret from now on.
    pub(crate) fn learn(&mut self, secret: Secret) {
        self.secrets.push(secret);
        self.known = Arc::new(Known::new(&self.secrets));
        self.values.extend(values(&self.known));
    }

    /// The known secrets, for readers that digest what they do not keep.
    pub(crate) fn known(&self) -> Arc<Known> {
        Arc::clone(&self.known)
    }

    /// Masks one message, line of stderr or body.
    pub(crate) fn frame(&mut self, bytes: Vec<u8>) -> Masked {
        let masks = self.masks(&bytes);
        if masks.is_empty() {
            return Masked { bytes, n_secrets: 0 };
        }
        let n_secrets = u32::try_from(masks.len()).unwrap_or(u32::MAX);
        Masked {
            bytes: mask::apply(&bytes, &masks),
            n_secrets,
        }
    }

    fn masks(&mut self, bytes: &[u8]) -> Vec<Mask> {
        if is_json(bytes) {
            self.json_masks(bytes, 0)
        } else {
            self.text_masks(bytes)
        }
    }

    /// Masks the beginning of a text whose rest is not kept: the beginning of a secret at its end is masked as well.
    pub(crate) fn cut_frame(&mut self, bytes: Vec<u8>) -> Masked {
        let mut masked = self.frame(bytes);
        if let Some(at) = self.known.begun_at_end(&masked.bytes) {
            masked.bytes.truncate(at);
            masked.n_secrets += 1;
        }
        masked
    }

    /// Masks a piece of text of ours, e.g. an argument or a reason.
    pub(crate) fn text(&mut self, text: &str) -> String {
        let masked = self.frame(text.as_bytes().to_vec());
        String::from_utf8(masked.bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    /// Remembers marks that a server wrote itself. Call it with what came in, before it is masked.
    pub(crate) fn notice_forged(&mut self, bytes: &[u8]) {
        for mark in mask::marks_in(bytes) {
            self.forged.insert(mark);
        }
    }

    /// The masks of a JSON text that stands inside so many others.
    fn json_masks(&mut self, bytes: &[u8], depth: usize) -> Vec<Mask> {
        let mut masks = Vec::new();
        let known = Arc::clone(&self.known);
        let hits = known.find(bytes);
        let tokens = self.shapes.find(bytes);
        let is_plain = hits.is_empty() && tokens.is_empty() && self.personal.is_none();
        if is_plain && !known.has_short() && !strings::has_escape(bytes) {
            return masks;
        }
        // A string is the name of the one after it where a colon stands between them.
        let mut name: &[u8] = b"";
        let mut last: &[u8] = b"";
        for part in strings::Parts::new(bytes) {
            match part {
                strings::Part::Between(range) => {
                    name = if bytes[range.clone()].trim_ascii() == b":" {
                        last
                    } else {
                        b""
                    };
                    // Inside a string, what is no string was masked as text already, and quotes would end it.
                    let is_outermost = depth == 0;
                    let hits = hits
                        .iter()
                        .filter(|hit| is_outermost && range.contains(&hit.range.start));
                    masks.extend(hits.map(|hit| {
                        let number = strings::literal_around(bytes, &range, &hit.range);
                        Mask {
                            range: number,
                            mark: format!("\"{}\"", hit.mark),
                        }
                    }));
                }
                strings::Part::Plain(range) => {
                    last = &bytes[range.clone()];
                    if is_plain && !known.has_short() {
                        continue;
                    }
                    let found = self.member_masks(name, last);
                    masks.extend(found.into_iter().map(|mask| mask.shifted(range.start)));
                }
                strings::Part::Escaped(range) => {
                    last = &bytes[range.clone()];
                    let decoded = strings::Decoded::new(last);
                    let mut found = self.member_masks(name, &decoded.text);
                    if depth < NESTED_MAX && is_json(&decoded.text) {
                        found.extend(self.json_masks(&decoded.text, depth + 1));
                        found = mask::disjoint(found);
                    }
                    let found = found.into_iter().map(|mask| decoded.in_source(mask));
                    masks.extend(found.map(|mask| mask.shifted(range.start)));
                }
            }
        }
        mask::disjoint(masks)
    }

    /// The masks of a whole string of JSON, and of what its name says of it.
    fn member_masks(&mut self, name: &[u8], text: &[u8]) -> Vec<Mask> {
        if let Some(mark) = self.known.short(text) {
            return vec![Mask {
                range: 0..text.len(),
                mark: mark.to_owned(),
            }];
        }
        let masks = self.masks_in(text);
        let is_named = self.personal.is_some() && named::is_secret_member(name) && named::is_value(text);
        if !is_named || !masks.is_empty() {
            return masks;
        }
        vec![Mask {
            range: 0..text.len(),
            mark: self.token_mark(named::NAMED, text),
        }]
    }

    fn text_masks(&mut self, bytes: &[u8]) -> Vec<Mask> {
        let trimmed = bytes.trim_ascii();
        if let Some(mark) = self.known.short(trimmed) {
            let start = bytes.len() - bytes.trim_ascii_start().len();
            return vec![Mask {
                range: start..start + trimmed.len(),
                mark: mark.to_owned(),
            }];
        }
        self.masks_in(bytes)
    }

    /// Known secrets first; a token of a shape counts where no known secret is, and so on to what is personal.
    fn masks_in(&mut self, text: &[u8]) -> Vec<Mask> {
        let known = Arc::clone(&self.known);
        let hits = known.find(text);
        let mut masks: Vec<Mask> = hits
            .into_iter()
            .map(|hit| Mask {
                range: hit.range,
                mark: hit.mark.to_owned(),
            })
            .collect();
        let mut tokens = self.shapes.find(text);
        if let Some(personal) = &self.personal {
            tokens.extend(named::find(text));
            tokens.extend(personal.find(text));
        }
        for token in tokens {
            let is_free = masks
                .iter()
                .all(|mask| mask.range.end <= token.range.start || token.range.end <= mask.range.start);
            if is_free {
                let mark = self.token_mark(token.shape, &text[token.range.clone()]);
                masks.push(Mask {
                    range: token.range,
                    mark,
                });
            }
        }
        mask::disjoint(masks)
    }

    /// Numbers of a mark that is there already are not given again.
    fn count_from(&mut self, mark: &str) {
        let name = mask::name_of(mark);
        if let Some((shape, number)) = name.split_once('#')
            && let Ok(number) = number.parse::<u32>()
        {
            let n = self.n_tokens.entry(shape.to_owned()).or_insert(0);
            *n = (*n).max(number);
        }
    }

    fn token_mark(&mut self, shape: &'static str, token: &[u8]) -> String {
        let mut token = String::from_utf8_lossy(token).into_owned();
        if personal::has_no_case(shape) {
            token.make_ascii_lowercase();
        }
        if let Some(mark) = self.tokens.get(&token) {
            return mark.clone();
        }
        let n = self.n_tokens.entry(shape.to_owned()).or_insert(0);
        *n = n.saturating_add(1);
        let mark = redaction_mark(&format!("{shape}#{n}"));
        self.values.insert(mark.clone(), token.clone());
        self.tokens.insert(token, mark.clone());
        mark
    }
}

/// Whether a line is to be taken as JSON: what is not is masked as text, without care for quotes.
fn is_json(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    matches!(text.first(), Some(b'{' | b'[' | b'"'))
}

#[cfg(test)]
mod tests;
