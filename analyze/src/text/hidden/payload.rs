//! Invisible characters that carry bytes: tag characters, variation selectors, zero-width digits, private use letters.

use super::Hidden;
use super::script::takes_selector;

/// Zero-width characters in a row from which they can hold a byte.
const ZERO_WIDTH_DIGITS_MIN: usize = 8;
/// Private use characters from which they are no single icon.
const PRIVATE_USE_MIN: usize = 4;

/// Runs that carry bytes, in text order by kind.
pub(super) fn find(raw: &str, chars: &[(usize, char)], found: &mut Vec<Hidden>) {
    runs(raw, chars, is_tag, |from, to| tags(chars, from, to), found);
    runs(raw, chars, is_selector, |from, to| selectors(chars, from, to), found);
    runs(
        raw,
        chars,
        |c| matches!(c, '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}'),
        |from, to| digits(&chars[from..to]),
        found,
    );
    private_use(raw, chars, found);
}

fn runs(
    raw: &str,
    chars: &[(usize, char)],
    is: impl Fn(char) -> bool,
    judge: impl Fn(usize, usize) -> Option<(&'static str, i32, Option<String>)>,
    found: &mut Vec<Hidden>,
) {
    let mut idx = 0;
    while idx < chars.len() {
        if !is(chars[idx].1) {
            idx += 1;
            continue;
        }
        let from = idx;
        while idx < chars.len() && is(chars[idx].1) {
            idx += 1;
        }
        if let Some((detector, weight, decoded)) = judge(from, idx) {
            let end = chars.get(idx).map_or(raw.len(), |c| c.0);
            found.push(Hidden {
                detector,
                weight,
                start: chars[from].0,
                end,
                decoded,
            });
        }
    }
}

fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0000}'..='\u{E007F}')
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// A subdivision flag is a black flag, two to six tag letters or digits, and the cancel tag; all else is hidden text.
fn tags(chars: &[(usize, char)], from: usize, to: usize) -> Option<(&'static str, i32, Option<String>)> {
    let run = &chars[from..to];
    let text: String = run.iter().filter_map(|(_, c)| tag_letter(*c)).collect();
    let after_flag = from > 0 && chars[from - 1].1 == '\u{1F3F4}';
    let ends_well = run.last().is_some_and(|(_, c)| *c == '\u{E007F}');
    let is_code = (2..=6).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    if after_flag && ends_well && is_code && run.len() == text.len() + 1 {
        return None;
    }
    Some(("tag-characters", 10, (!text.is_empty()).then_some(text)))
}

fn tag_letter(c: char) -> Option<char> {
    char::from_u32((c as u32).checked_sub(0xE0000)?).filter(|c| (' '..='~').contains(c))
}

fn selectors(chars: &[(usize, char)], from: usize, to: usize) -> Option<(&'static str, i32, Option<String>)> {
    let run = &chars[from..to];
    if run.len() == 1 {
        let fits = from > 0 && takes_selector(chars[from - 1].1, run[0].1);
        return (!fits).then_some(("stray-variation-selector", 4, None));
    }
    let bytes: Vec<u8> = run.iter().filter_map(|(_, c)| selector_byte(*c)).collect();
    let decoded = String::from_utf8_lossy(&bytes).trim_matches(char::from(0)).to_owned();
    Some(("variation-selectors", 10, Some(decoded)))
}

fn selector_byte(c: char) -> Option<u8> {
    let code = c as u32;
    let byte = if code < 0x1_0000 {
        code.checked_sub(0xFE00)?
    } else {
        code.checked_sub(0xE0100)? + 16
    };
    u8::try_from(byte).ok()
}

/// Two kinds of zero-width character are the two digits; which is which is tried.
fn digits(run: &[(usize, char)]) -> Option<(&'static str, i32, Option<String>)> {
    if run.len() < ZERO_WIDTH_DIGITS_MIN {
        return None;
    }
    let zero = run[0].1;
    let decoded = [true, false].into_iter().find_map(|flip| {
        let mut bytes = Vec::with_capacity(run.len() / 8);
        for byte in run.chunks_exact(8) {
            bytes.push(
                byte.iter()
                    .fold(0u8, |all, (_, c)| all << 1 | u8::from((*c == zero) != flip)),
            );
        }
        let text = String::from_utf8(bytes).ok()?;
        text.chars()
            .all(|c| !c.is_control() || c.is_whitespace())
            .then_some(text)
    });
    Some(("zero-width-digits", 10, decoded))
}

/// Private use letters say nothing to a reader; some fonts give each an ASCII letter, so does a model.
fn private_use(raw: &str, chars: &[(usize, char)], found: &mut Vec<Hidden>) {
    let is = |c: char| matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFD}');
    let all: Vec<&(usize, char)> = chars.iter().filter(|(_, c)| is(*c)).collect();
    if let (Some(first), Some(last)) = (all.first(), all.last())
        && all.len() >= PRIVATE_USE_MIN
    {
        let decoded: String = chars
            .iter()
            .filter(|(at, c)| (first.0..=last.0).contains(at) && (is(*c) || *c == ' '))
            .filter_map(|(_, c)| {
                if *c == ' ' {
                    Some(' ')
                } else {
                    char::from_u32(*c as u32 & 0xFF)
                }
            })
            .filter(|c| (' '..='~').contains(c))
            .collect();
        let end = last.0 + last.1.len_utf8();
        let decoded = (decoded.len() >= PRIVATE_USE_MIN).then_some(decoded);
        found.push(Hidden {
            detector: "private-use",
            weight: 5,
            start: first.0,
            end: end.min(raw.len()),
            decoded,
        });
    }
}

/// Braille cells as the Latin letters that they stand for; `None` where there are too few.
pub(crate) fn braille(raw: &str) -> Option<String> {
    const LETTERS: &[u8; 26] =
        b"\x01\x03\x09\x19\x11\x0B\x1B\x13\x0A\x1A\x05\x07\x0D\x1D\x15\x0F\x1F\x17\x0E\x1E\x25\x27\x3A\x2D\x3D\x35";
    let n_cells = raw.chars().filter(|c| ('\u{2801}'..='\u{28FF}').contains(c)).count();
    if n_cells < super::super::limits::BLOB_CHARS_MIN {
        return None;
    }
    let letter = |c: char| {
        let cell = u8::try_from((c as u32).checked_sub(0x2800)?).ok()?;
        let idx = LETTERS.iter().position(|l| *l == cell)?;
        Some(char::from(b'a' + u8::try_from(idx).ok()?))
    };
    Some(
        raw.chars()
            .map(|c| match c {
                '\u{2800}' => ' ',
                '\u{2801}'..='\u{28FF}' => letter(c).unwrap_or('.'),
                c => c,
            })
            .collect(),
    )
}
