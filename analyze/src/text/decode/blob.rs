//! Runs of characters that are bytes in another base.

use super::clues::Clues;
use super::{Replaced, readable, replace};
use crate::text::limits::BLOB_CHARS_MIN;

/// Shortest base64 run that may stand for a single known word.
const WORD_CHARS_MIN: usize = 8;
/// Fewest bytes in hex that count as text.
const BYTES_MIN: usize = 8;
/// Shortest run in base 85: shorter ones are words with signs.
const BASE85_CHARS_MIN: usize = 20;

/// Standard and URL alphabet, with or without padding.
pub(super) fn base64(text: &str, clues: &Clues<'_>) -> Option<Replaced> {
    let is = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'-' | b'_');
    tokens(text, WORD_CHARS_MIN, is, |run| {
        let decoded = readable(bits(run.trim_end_matches('=').bytes(), 6, |b| match b {
            b'A'..=b'Z' => Some(b - b'A'),
            b'a'..=b'z' => Some(b - b'a' + 26),
            b'0'..=b'9' => Some(b - b'0' + 52),
            b'+' | b'-' => Some(62),
            b'/' | b'_' => Some(63),
            _ => None,
        })?)?;
        let is_word = || clues.lexicon.knows(&decoded.to_ascii_lowercase());
        (run.len() >= BLOB_CHARS_MIN && speaks(&decoded) || is_word()).then_some(decoded)
    })
}

/// Base 32 in capital letters.
pub(super) fn base32(text: &str, clues: &Clues<'_>) -> Option<Replaced> {
    if clues.shape.capitals < BLOB_CHARS_MIN {
        return None;
    }
    let is = |b: u8| b.is_ascii_uppercase() || matches!(b, b'2'..=b'7');
    tokens(text, BLOB_CHARS_MIN, is, |run| {
        let decoded = readable(bits(run.trim_end_matches('=').bytes(), 5, |b| match b {
            b'A'..=b'Z' => Some(b - b'A'),
            b'2'..=b'7' => Some(b - b'2' + 26),
            _ => None,
        })?)?;
        speaks(&decoded).then_some(decoded)
    })
}

/// Pairs of hex digits, in one run or separated by single signs.
pub(super) fn hex(text: &str, clues: &Clues<'_>) -> Option<Replaced> {
    if clues.shape.hex < BLOB_CHARS_MIN && clues.shape.n_pairs < BYTES_MIN {
        return None;
    }
    let mut parts = Vec::new();
    let mut pairs: (usize, usize, Vec<u8>) = (0, 0, Vec::new());
    for word in text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let digits = word.strip_prefix("0x").unwrap_or(word);
        let is_hex = digits.is_ascii() && digits.len() % 2 == 0 && digits.bytes().all(|b| b.is_ascii_hexdigit());
        if is_hex && digits.len() == 2 && (pairs.2.is_empty() || start <= pairs.1 + 2) {
            if pairs.2.is_empty() {
                pairs.0 = start;
            }
            pairs.1 = start + word.len();
            pairs.2.extend(hex_pair(digits));
            continue;
        }
        hex_part(&mut pairs, &mut parts);
        if is_hex && digits.len() >= BLOB_CHARS_MIN {
            let bytes = (0..digits.len())
                .step_by(2)
                .filter_map(|at| hex_pair(&digits[at..at + 2]))
                .collect();
            hex_part(&mut (start, start + word.len(), bytes), &mut parts);
        }
    }
    hex_part(&mut pairs, &mut parts);
    replace(text, &parts)
}

/// Ends a run of bytes; it counts if it is text.
fn hex_part(run: &mut (usize, usize, Vec<u8>), parts: &mut Vec<(usize, usize, String)>) {
    let bytes = std::mem::take(&mut run.2);
    if bytes.len() >= BYTES_MIN
        && let Some(decoded) = readable(bytes).filter(|decoded| speaks(decoded))
    {
        parts.push((run.0, run.1, decoded));
    }
}

fn hex_pair(pair: &str) -> Option<u8> {
    u8::from_str_radix(pair, 16).ok()
}

/// Ascii85 and the alphabet of RFC 1924.
pub(super) fn base85(text: &str, clues: &Clues<'_>) -> Option<Replaced> {
    if clues.shape.graphic < BASE85_CHARS_MIN {
        return None;
    }
    const RFC1924: &[u8; 85] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
    tokens(
        text,
        BASE85_CHARS_MIN,
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
        let decoded = if at - start >= chars_min {
            decode(&text[start..at])
        } else {
            None
        };
        if let Some(decoded) = decoded {
            while bytes.get(at) == Some(&b'=') {
                at += 1;
            }
            parts.push((start, at, decoded));
        }
    }
    replace(text, &parts)
}
