//! Runs of characters that are bytes in another base.

use super::{Replaced, readable, replace};
use crate::text::lexicon::Lexicon;
use crate::text::limits::BLOB_CHARS_MIN;

/// Shortest base64 run that may stand for a single known word.
const WORD_CHARS_MIN: usize = 8;

/// Standard and URL alphabet, with or without padding.
pub(super) fn base64(text: &str, lexicon: &Lexicon) -> Option<Replaced> {
    let is = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'-' | b'_' | b'=');
    tokens(text, WORD_CHARS_MIN, is, |run| {
        let decoded = readable(bits(run.trim_end_matches('=').bytes(), 6, |b| match b {
            b'A'..=b'Z' => Some(b - b'A'),
            b'a'..=b'z' => Some(b - b'a' + 26),
            b'0'..=b'9' => Some(b - b'0' + 52),
            b'+' | b'-' => Some(62),
            b'/' | b'_' => Some(63),
            _ => None,
        })?)?;
        let is_word = || lexicon.knows(&decoded.to_ascii_lowercase());
        (run.len() >= BLOB_CHARS_MIN && speaks(&decoded) || is_word()).then_some(decoded)
    })
}

/// Base 32 in capital letters.
pub(super) fn base32(text: &str, _: &Lexicon) -> Option<Replaced> {
    let is = |b: u8| b.is_ascii_uppercase() || matches!(b, b'2'..=b'7' | b'=');
    tokens(text, BLOB_CHARS_MIN, is, |run| {
        let decoded = readable(bits(run.trim_end_matches('=').bytes(), 5, |b| match b {
            b'A'..=b'Z' => Some(b - b'A'),
            b'2'..=b'7' => Some(b - b'2' + 26),
            _ => None,
        })?)?;
        speaks(&decoded).then_some(decoded)
    })
}

/// Pairs of hex digits, in one run or separated.
pub(super) fn hex(text: &str, _: &Lexicon) -> Option<Replaced> {
    let is = |b: u8| b.is_ascii_hexdigit() || matches!(b, b' ' | b':' | b',' | b'-');
    tokens(text, BLOB_CHARS_MIN, is, |run| {
        let spaced = run.contains([' ', ':', ',', '-']);
        let mut bytes = Vec::new();
        for digits in run.split([' ', ':', ',', '-']).filter(|p| !p.is_empty()) {
            if digits.len() % 2 != 0 || spaced && digits.len() != 2 && digits.len() < BLOB_CHARS_MIN {
                return None;
            }
            for at in (0..digits.len()).step_by(2) {
                bytes.push(u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()?);
            }
        }
        let decoded = readable(bytes)?;
        speaks(&decoded).then_some(decoded)
    })
}

/// Ascii85 and the alphabet of RFC 1924.
pub(super) fn base85(text: &str, _: &Lexicon) -> Option<Replaced> {
    const RFC1924: &[u8; 85] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
    tokens(
        text,
        20,
        |b| b.is_ascii_graphic(),
        |run| {
            let body = run.strip_prefix("<~").unwrap_or(run);
            let body = body.strip_suffix("~>").unwrap_or(body);
            let ascii85 = || groups(body, |b| (b'!'..=b'u').contains(&b).then(|| b - b'!'));
            let rfc1924 = || {
                groups(body, |b| {
                    RFC1924.iter().position(|a| *a == b).and_then(|n| u8::try_from(n).ok())
                })
            };
            [ascii85(), rfc1924()]
                .into_iter()
                .flatten()
                .filter_map(readable)
                .find(|decoded| speaks(decoded))
        },
    )
}

fn groups(body: &str, digit: impl Fn(u8) -> Option<u8>) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(body.len());
    for group in body.as_bytes().chunks(5) {
        let mut value: u64 = 0;
        for idx in 0..5 {
            let d = group.get(idx).map_or(Some(84), |b| digit(*b))?;
            value = value * 85 + u64::from(d);
        }
        let four = u32::try_from(value).ok()?.to_be_bytes();
        bytes.extend_from_slice(&four[..group.len().saturating_sub(1).min(4)]);
    }
    Some(bytes)
}

fn bits(run: impl Iterator<Item = u8>, width: u32, digit: impl Fn(u8) -> Option<u8>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut all, mut n) = (0u32, 0u32);
    for b in run {
        all = all << width | u32::from(digit(b)?);
        n += width;
        if n >= 8 {
            n -= 8;
            bytes.push(u8::try_from(all >> n & 0xFF).ok()?);
            all &= (1 << n) - 1;
        }
    }
    Some(bytes)
}

/// Whether decoded text has words: letters, and blanks or length.
fn speaks(decoded: &str) -> bool {
    let letters = decoded.chars().filter(|c| c.is_alphabetic()).count();
    let blanks = decoded.chars().filter(|c| c.is_whitespace()).count();
    let n = decoded.chars().count();
    letters * 10 >= n * 6 && (blanks > 0 || n >= 10) || decoded.contains("%20")
}

fn tokens(
    text: &str,
    chars_min: usize,
    is: impl Fn(u8) -> bool,
    decode: impl Fn(&str) -> Option<String>,
) -> Option<Replaced> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !is(bytes[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && is(bytes[at]) {
            at += 1;
        }
        let run = &text[start..at];
        let trimmed = run.trim_matches([' ', ',', ':', '-']);
        if trimmed.len() >= chars_min {
            let from = start + (run.len() - run.trim_start_matches([' ', ',', ':', '-']).len());
            if let Some(decoded) = decode(trimmed) {
                parts.push((from, from + trimmed.len(), decoded));
            }
        }
    }
    replace(text, &parts)
}
