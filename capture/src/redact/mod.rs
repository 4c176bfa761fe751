//! Masks secrets before anything is kept.
//!
//! Known secrets become `[redacted:NAME]`, wherever and however a server echoes them; tokens of a shape that nothing else
//! has become `[redacted:shape#n]`, equal ones with equal marks. The text around a mark stays as it was sent, byte for
//! byte, and a line that was JSON stays JSON. Softer things (e-mail addresses, paths, host names) stay: the rules must see them.

mod known;
mod mask;
mod shapes;
mod strings;
mod unmask;
mod web;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mcpward_schemas::snapshot::redaction_mark;

pub(crate) use known::Known;
use mask::Mask;

use crate::options::Secret;

/// Knows the secrets of one capture, and the marks that it gave.
#[derive(Debug)]
pub(crate) struct Redactor {
    known: Arc<Known>,
    shapes: shapes::Shapes,
    /// Value behind each mark, so that what the plan says with a mark can be sent with the value.
    values: BTreeMap<String, String>,
    /// Marks that the server wrote itself: they are never replaced on the way out, or it could ask for any secret.
    forged: BTreeSet<String>,
    /// Number of tokens seen of each shape.
    n_tokens: BTreeMap<&'static str, u32>,
    /// The mark of each token.
    tokens: BTreeMap<String, String>,
}

/// A text after masking.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Masked {
    pub(crate) bytes: Vec<u8>,
    pub(crate) n_secrets: u32,
}

impl Redactor {
    pub(crate) fn new(secrets: &[Secret]) -> Self {
        let known = Known::new(secrets);
        let values = known
            .marks()
            .map(|(mark, value)| (mark.to_owned(), value.to_owned()))
            .collect();
        Self {
            known: Arc::new(known),
            shapes: shapes::Shapes::new(),
            values,
            forged: BTreeSet::new(),
            n_tokens: BTreeMap::new(),
            tokens: BTreeMap::new(),
        }
    }

    /// The known secrets, for readers that digest what they do not keep.
    pub(crate) fn known(&self) -> Arc<Known> {
        Arc::clone(&self.known)
    }

    /// Masks one message, line of stderr or body.
    pub(crate) fn frame(&mut self, bytes: Vec<u8>) -> Masked {
        let masks = if is_json(&bytes) {
            self.json_masks(&bytes)
        } else {
            self.text_masks(&bytes)
        };
        if masks.is_empty() {
            return Masked { bytes, n_secrets: 0 };
        }
        let n_secrets = u32::try_from(masks.len()).unwrap_or(u32::MAX);
        Masked {
            bytes: mask::apply(&bytes, &masks),
            n_secrets,
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

    fn json_masks(&mut self, bytes: &[u8]) -> Vec<Mask> {
        let mut masks = Vec::new();
        let known = Arc::clone(&self.known);
        let hits = known.find(bytes);
        let tokens = self.shapes.find(bytes);
        let is_plain = hits.is_empty() && tokens.is_empty();
        if is_plain && !known.has_short() && !strings::has_escape(bytes) {
            return masks;
        }
        for part in strings::Parts::new(bytes) {
            match part {
                strings::Part::Between(range) => {
                    masks.extend(hits.iter().filter(|hit| range.contains(&hit.range.start)).map(|hit| {
                        let number = strings::literal_around(bytes, &range, &hit.range);
                        Mask {
                            range: number,
                            mark: format!("\"{}\"", hit.mark),
                        }
                    }));
                }
                strings::Part::Plain(range) => {
                    if let Some(mark) = known.short(&bytes[range.clone()]) {
                        masks.push(Mask {
                            range,
                            mark: mark.to_owned(),
                        });
                        continue;
                    }
                    if is_plain {
                        continue;
                    }
                    let text = &bytes[range.clone()];
                    let found = self.masks_in(text);
                    masks.extend(found.into_iter().map(|mask| mask.shifted(range.start)));
                }
                strings::Part::Escaped(range) => {
                    let decoded = strings::Decoded::new(&bytes[range.clone()]);
                    if let Some(mark) = known.short(&decoded.text) {
                        masks.push(Mask {
                            range,
                            mark: mark.to_owned(),
                        });
                        continue;
                    }
                    let found = self.masks_in(&decoded.text);
                    masks.extend(
                        found
                            .into_iter()
                            .map(|mask| decoded.in_source(mask).shifted(range.start)),
                    );
                }
            }
        }
        mask::disjoint(masks)
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

    /// Known secrets first; a token of a shape counts where no known secret is.
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
        for token in self.shapes.find(text) {
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

    fn token_mark(&mut self, shape: &'static str, token: &[u8]) -> String {
        let token = String::from_utf8_lossy(token).into_owned();
        if let Some(mark) = self.tokens.get(&token) {
            return mark.clone();
        }
        let n = self.n_tokens.entry(shape).or_insert(0);
        *n += 1;
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
