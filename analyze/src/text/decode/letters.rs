//! Words spelled with other letters, digits or gaps.

use unicode_script::{Script, UnicodeScript};

use super::clues::Clues;
use super::{Replaced, replace};
use crate::text::identifier;
use crate::text::lexicon::{Lexicon, is_word};

/// Spaced single letters in a row from which they are a word and no list.
const SPACED_MIN: usize = 6;

/// The Latin letter that a Cyrillic, Greek, Armenian or Cherokee one looks like.
pub(crate) fn latin_twin(c: char) -> Option<char> {
    Some(match c {
        'а' | 'α' => 'a',
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'с' | 'ϲ' => 'c',
        'С' => 'C',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'Е' | 'Ε' => 'E',
        'ɡ' => 'g',
        'һ' => 'h',
        'Н' | 'Η' => 'H',
        'і' | 'ι' => 'i',
        'І' | 'Ι' => 'I',
        'ј' => 'j',
        'Ј' => 'J',
        'к' | 'κ' => 'k',
        'К' | 'Κ' => 'K',
        'ӏ' => 'l',
        'М' | 'Μ' => 'M',
        'Ν' => 'N',
        'п' | 'η' => 'n',
        'о' | 'ο' | 'օ' => 'o',
        'О' | 'Ο' => 'O',
        'р' | 'ρ' => 'p',
        'Р' | 'Ρ' => 'P',
        'ԛ' => 'q',
        'г' => 'r',
        'ѕ' => 's',
        'Ѕ' => 'S',
        'т' | 'τ' => 't',
        'Т' | 'Τ' => 'T',
        'υ' | 'ս' => 'u',
        'ν' | 'ѵ' => 'v',
        'ѡ' | 'ω' => 'w',
        'ԝ' => 'w',
        'х' | 'χ' => 'x',
        'Х' | 'Χ' => 'X',
        'у' | 'γ' => 'y',
        'У' | 'Υ' => 'Y',
        'Ζ' => 'Z',
        _ => return None,
    })
}

/// A word that mixes Latin with letters that look Latin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomoglyphWord {
    /// First byte in the raw text.
    pub start: usize,
    /// Byte after the last one.
    pub end: usize,
    /// The word in Latin letters.
    pub latin: String,
    /// Whether Latin letters stand between or beside the others.
    pub mixed: bool,
}

/// Words whose foreign letters all look Latin: mixed with Latin ones, or as a whole a known word.
pub fn homoglyphs(text: &str, lexicon: &Lexicon) -> Vec<HomoglyphWord> {
    if text.is_ascii() {
        return Vec::new();
    }
    let n_latin = text.chars().filter(char::is_ascii_alphabetic).count();
    let mut found = Vec::new();
    for (start, word) in words(text) {
        if word.is_ascii() {
            continue;
        }
        let latin: Option<String> = word
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || c == '_' {
                    Some(c)
                } else {
                    latin_twin(c)
                }
            })
            .collect();
        let Some(latin) = latin else { continue };
        let n_ascii = word.chars().filter(char::is_ascii_alphabetic).count();
        let n_twins = word.chars().filter(|c| !c.is_ascii()).count();
        // A unit such as Δt or µs has one Greek letter beside one or two Latin ones.
        let mixed = n_ascii > 0 && n_ascii + n_twins >= 4;
        let whole = n_ascii == 0
            && n_twins >= 3
            && n_latin
                > text
                    .chars()
                    .filter(|c| matches!(c.script(), Script::Cyrillic | Script::Greek))
                    .count()
            && lexicon.knows(&latin.to_lowercase());
        if mixed || whole {
            found.push(HomoglyphWord {
                start,
                end: start + word.len(),
                latin,
                mixed,
            });
        }
    }
    found
}

/// The text with such words in Latin letters.
pub(super) fn plain_homoglyphs(text: &str, clues: &Clues<'_>) -> Option<Replaced> {
    let parts: Vec<_> = homoglyphs(text, clues.lexicon)
        .into_iter()
        .map(|w| (w.start, w.end, w.latin))
        .collect();
    replace(text, &parts)
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(|c: char| !is_word(c))
        .filter(|w| !w.is_empty())
        .map(|w| (w.as_ptr() as usize - text.as_ptr() as usize, w))
}

/// Digits and signs for letters: `1gn0r3`. A word counts if it then is a known one.
pub(super) fn leet(text: &str, clues: &Clues<'_>) -> Option<Replaced> {
    if !text.bytes().any(|b| matches!(b, b'0'..=b'9' | b'@' | b'$')) {
        return None;
    }
    let is_sign = |b: &u8| matches!(b, b'0' | b'1' | b'3' | b'4' | b'5' | b'7' | b'@' | b'$' | b'|' | b'!');
    let mut parts = Vec::new();
    let mut n_known = 0;
    let mut from = 0;
    // Few words hold a sign: the others are not even cut out.
    while let Some(n) = text.as_bytes()[from..].iter().position(is_sign) {
        let at = from + n;
        let before = text[from..at].rsplit(char::is_whitespace).next().map_or(0, str::len);
        let end = text[at..].find(char::is_whitespace).map_or(text.len(), |n| at + n);
        let word = &text[at - before..end];
        from = end;
        let word = word.trim_matches(['.', ',', '!', '?', ';', ':', '"', '(', ')']);
        let n_signs = word.as_bytes().iter().filter(|b| is_sign(b)).count();
        let n_letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
        if n_signs == 0 || n_letters + n_signs != word.len() || word.len() < 2 || n_signs > 8 {
            continue;
        }
        let plain = |one: char| -> String {
            word.chars()
                .map(|c| match c {
                    '0' => 'o',
                    '1' | '|' | '!' => one,
                    '3' => 'e',
                    '4' | '@' => 'a',
                    '5' | '$' => 's',
                    '7' => 't',
                    c => c.to_ascii_lowercase(),
                })
                .collect()
        };
        let known = [plain('i'), plain('l')].into_iter().find(|w| clues.lexicon.knows(w));
        n_known += usize::from(known.is_some());
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        parts.push((start, start + word.len(), known.unwrap_or_else(|| plain('i'))));
    }
    if n_known < 2 {
        return None;
    }
    replace(text, &parts)
}

/// Many words joined to one by case or signs, read as words.
pub(super) fn joined(text: &str, clues: &Clues<'_>) -> Option<Replaced> {
    const WORDS_MIN: usize = 5;
    const BYTES: std::ops::Range<usize> = 12..400;
    if text.is_ascii() && clues.shape.graphic < BYTES.start {
        return None;
    }
    let mut parts = Vec::new();
    for word in text.split(char::is_whitespace).filter(|w| BYTES.contains(&w.len())) {
        if word.contains("://") || word.contains('/') {
            continue;
        }
        let split = identifier::words(word);
        let n_digits = word.bytes().filter(u8::is_ascii_digit).count();
        if n_digits * 4 > word.len() {
            continue;
        }
        if split.split(' ').count() >= WORDS_MIN && split.len() > word.len() / 2 {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let stop = if word.ends_with('.') { "." } else { "" };
            parts.push((start, start + word.len(), format!("{split}{stop}")));
        }
    }
    replace(text, &parts)
}

/// Letters one by one, with single blanks or dots between: `i g n o r e`.
pub(super) fn spaced(text: &str, clues: &Clues<'_>) -> Option<Replaced> {
    if text.is_ascii() && clues.shape.n_lone < SPACED_MIN {
        return None;
    }
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut parts = Vec::new();
    let mut idx = 0;
    while idx < chars.len() {
        let start = idx;
        let mut letters = String::new();
        let mut end = idx;
        while idx < chars.len() && chars[idx].1.is_alphabetic() {
            let next = chars.get(idx + 1).map(|c| c.1);
            let sep = |c: char| matches!(c, ' ' | '.' | '-' | '_' | '·' | '\u{A0}' | '*' | '|');
            let lone = next.is_none_or(|n| sep(n) || !n.is_alphanumeric());
            if !lone {
                break;
            }
            letters.push(chars[idx].1);
            end = idx + 1;
            if next.is_some_and(sep) {
                idx += 2;
                // A wider gap ends a word.
                let mut wide = false;
                while chars.get(idx).is_some_and(|c| c.1 == ' ' || c.1 == '/') {
                    idx += 1;
                    wide = true;
                }
                if wide {
                    letters.push(' ');
                }
            } else {
                idx += 1;
                break;
            }
        }
        if letters.chars().filter(|c| *c != ' ').count() >= SPACED_MIN {
            let to = chars.get(end).map_or(text.len(), |c| c.0);
            parts.push((chars[start].0, to, letters.trim_end().to_owned()));
        }
        while idx < chars.len() && idx > start && chars[idx].1.is_alphanumeric() && chars[idx - 1].1.is_alphanumeric() {
            idx += 1;
        }
        if idx == start {
            idx += 1;
            while idx < chars.len() && chars[idx].1.is_alphanumeric() && chars[idx - 1].1.is_alphanumeric() {
                idx += 1;
            }
        }
    }
    replace(text, &parts)
}
