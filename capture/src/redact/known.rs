//! Secrets whose value is known, in every spelling that servers echo them in.

use std::fmt::Write as _;
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use mcpward_schemas::snapshot::redaction_mark;

use crate::options::Secret;

/// A shorter value counts only where it is the whole text: `1234` is in every other number.
const WHOLE_BELOW_CHARS: usize = 8;
/// A line of a secret of many lines (a private key) counts alone from this length on.
const LINE_CHARS_MIN: usize = 16;
/// The beginning of a secret at a cut counts from this length on.
const BEGUN_BYTES_MIN: usize = 4;

/// The secrets of one capture.
#[derive(Debug)]
pub(crate) struct Known {
    /// Mark and value of each secret.
    secrets: Vec<(String, String)>,
    needles: Vec<Needle>,
    /// `None` where no secret is long enough.
    automaton: Option<AhoCorasick>,
    /// Places in `secrets`.
    short: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Needle {
    text: Vec<u8>,
    secret: usize,
    /// In base64 the letters at the seams hold bits of the secret and of its neighbors; they are masked as well.
    seam_before: bool,
    seam_after: bool,
}

/// A place where a secret is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Hit<'k> {
    pub(super) range: Range<usize>,
    pub(super) mark: &'k str,
}

impl Known {
    pub(crate) fn new(secrets: &[Secret]) -> Self {
        let mut known = Self {
            secrets: Vec::new(),
            needles: Vec::new(),
            automaton: None,
            short: Vec::new(),
        };
        for secret in secrets {
            if secret.value.is_empty() || known.secrets.iter().any(|(_, value)| *value == secret.value) {
                continue;
            }
            let place = known.secrets.len();
            known
                .secrets
                .push((redaction_mark(&plain_name(&secret.name)), secret.value.clone()));
            if secret.value.chars().count() < WHOLE_BELOW_CHARS {
                known.short.push(place);
            } else {
                known.needles.extend(spellings(&secret.value, place));
            }
        }
        if !known.needles.is_empty() {
            // A capture has tens of secrets; the only error of the builder is an automaton above 2^31 states.
            known.automaton = AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostLongest)
                .build(known.needles.iter().map(|needle| &needle.text))
                .ok();
        }
        known
    }

    pub(super) fn marks(&self) -> impl Iterator<Item = (&str, &str)> {
        self.secrets.iter().map(|(mark, value)| (mark.as_str(), value.as_str()))
    }

    pub(super) fn has_short(&self) -> bool {
        !self.short.is_empty()
    }

    /// The mark, where the whole text is a short secret.
    pub(super) fn short(&self, text: &[u8]) -> Option<&str> {
        let place = self
            .short
            .iter()
            .find(|&&place| self.secrets[place].1.as_bytes() == text)?;
        Some(&self.secrets[*place].0)
    }

    /// Whether a text holds a secret.
    pub(crate) fn is_in(&self, text: &[u8]) -> bool {
        self.automaton
            .as_ref()
            .is_some_and(|automaton| automaton.is_match(text))
    }

    /// Length of the longest spelling in bytes: two pieces of a text must overlap by that much less one.
    pub(crate) fn longest(&self) -> usize {
        self.needles.iter().map(|needle| needle.text.len()).max().unwrap_or(0)
    }

    /// Every place where a secret is, in order.
    pub(super) fn find(&self, text: &[u8]) -> Vec<Hit<'_>> {
        let Some(automaton) = &self.automaton else {
            return Vec::new();
        };
        let is_base64 = |at: usize| {
            text.get(at)
                .is_some_and(|&byte| byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte))
        };
        automaton
            .find_iter(text)
            .map(|found| {
                let needle = &self.needles[found.pattern().as_usize()];
                let mut range = found.range();
                if needle.seam_before && range.start > 0 && is_base64(range.start - 1) {
                    range.start -= 1;
                }
                if needle.seam_after && is_base64(range.end) {
                    range.end += 1;
                }
                Hit {
                    range,
                    mark: &self.secrets[needle.secret].0,
                }
            })
            .collect()
    }

    /// Where the beginning of a secret starts that a cut at the end of `text` left over.
    pub(super) fn begun_at_end(&self, text: &[u8]) -> Option<usize> {
        let starts = self.needles.iter().filter_map(|needle| {
            let longest = needle.text.len().saturating_sub(1).min(text.len());
            (BEGUN_BYTES_MIN..=longest)
                .rev()
                .find(|&n| text.ends_with(&needle.text[..n]))
                .map(|n| text.len() - n)
        });
        starts.min()
    }
}

/// A mark stands inside JSON strings and URLs, so its name holds nothing that they would escape.
fn plain_name(name: &str) -> String {
    name.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || "_.-".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect()
}

fn spellings(value: &str, secret: usize) -> Vec<Needle> {
    let plain = |text: String| Needle {
        text: text.into_bytes(),
        secret,
        seam_before: false,
        seam_after: false,
    };
    let once = json_escaped(value);
    let mut needles = vec![
        plain(value.to_owned()),
        plain(json_escaped(&once)),
        plain(once),
        plain(percent_encoded(value, false)),
        plain(percent_encoded(value, true)),
        plain(percent_encoded(value, false).replace("%20", "+")),
    ];
    if value.contains('\n') {
        let lines = value.lines().map(str::trim).filter(|line| line.len() >= LINE_CHARS_MIN);
        needles.extend(lines.map(|line| plain(line.to_owned())));
    }
    needles.extend(base64_spellings(value.as_bytes(), secret));
    needles.sort_by(|one, other| one.text.cmp(&other.text));
    needles.dedup_by(|one, other| one.text == other.text);
    needles
}

/// Base64 of a text that holds the secret differs by where in a group of three bytes the secret begins.
fn base64_spellings(value: &[u8], secret: usize) -> Vec<Needle> {
    let mut needles = Vec::new();
    for shift in 0..3_usize {
        let mut shifted = vec![0; shift];
        shifted.extend_from_slice(value);
        // Letters that hold bits of the bytes before and after the secret vary with these.
        let before = (shift * 8).div_ceil(6);
        let after = shifted.len() * 8 / 6;
        for engine in [&STANDARD_NO_PAD, &URL_SAFE_NO_PAD] {
            let text = engine.encode(&shifted).as_bytes()[before..after].to_vec();
            let seam_after = shifted.len() % 3 != 0;
            needles.push(Needle {
                text,
                secret,
                seam_before: shift != 0,
                seam_after,
            });
        }
    }
    needles
}

fn json_escaped(value: &str) -> String {
    let mut quoted = String::new();
    mcpward_json::quote(value, &mut quoted);
    quoted[1..quoted.len() - 1].to_owned()
}

/// RFC 3986 section 2.1: all but unreserved characters.
fn percent_encoded(value: &str, lower: bool) -> String {
    value.bytes().fold(String::new(), |mut out, byte| {
        match (byte.is_ascii_alphanumeric() || b"-._~".contains(&byte), lower) {
            (true, _) => out.push(char::from(byte)),
            (false, false) => write!(out, "%{byte:02X}").expect("writing to a string does not fail"),
            (false, true) => write!(out, "%{byte:02x}").expect("writing to a string does not fail"),
        }
        out
    })
}
