//! Texts spelled in numbers, signals, shifted alphabets or backwards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::clues::Clues;
use super::{Replaced, readable};

/// Numbers, or Morse letters, in a row from which they spell something.
const CODES_MIN: usize = 10;
/// Groups of eight binary digits in a row from which they spell something.
const BINARY_MIN: usize = 4;
/// Frequent words of a shifted or reversed text that show how it was made.
const HINTS_MIN: usize = 2;
/// Letters that these words have together: short ones are shifted to other words by chance.
const HINT_LETTERS_MIN: usize = 9;

/// Groups of eight binary digits.
pub(super) fn binary(text: &str, clues: &Clues<'_>) -> Option<Replaced> {
    if clues.shape.n_digits < BINARY_MIN * 8 {
        return None;
    }
    sequence(text, BINARY_MIN, |word| {
        let digits = word.len() == 8 && word.bytes().all(|b| b == b'0' || b == b'1');
        if digits { u8::from_str_radix(word, 2).ok() } else { None }
    })
}

/// Character codes, decimal or `0x`.
pub(super) fn codes(text: &str, clues: &Clues<'_>) -> Option<Replaced> {
    // A printable character has two digits, in hex as well.
    if clues.shape.n_digits < CODES_MIN * 2 {
        return None;
    }
    sequence(text, CODES_MIN, |word| {
        let word = word.trim_matches(['[', ']', '(', ')', ';']);
        let code: u8 = match word.strip_prefix("0x") {
            Some(hex) => u8::from_str_radix(hex, 16).ok()?,
            None if word.len() >= 2 => word.parse().ok()?,
            None => return None,
        };
        (code == b' ' || code.is_ascii_graphic() || code == b'\n').then_some(code)
    })
}

/// The first long row of words that each stand for a byte.
fn sequence(text: &str, n_min: usize, byte: impl Fn(&str) -> Option<u8>) -> Option<Replaced> {
    let (mut bytes, mut start, mut end) = (Vec::new(), 0, 0);
    for word in text.split([' ', ',', '\n', '\t']) {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        match byte(word) {
            Some(value) => {
                if bytes.is_empty() {
                    start = at;
                }
                end = at + word.len();
                bytes.push(value);
            }
            None if word.is_empty() => {}
            None if bytes.len() >= n_min => break,
            None => bytes.clear(),
        }
    }
    if bytes.len() < n_min {
        return None;
    }
    let decoded = readable(bytes)?;
    let letters = decoded.bytes().filter(u8::is_ascii_alphabetic).count();
    if letters * 10 < decoded.len() * 6 {
        return None;
    }
    super::replace(text, &[(start, end, decoded)])
}

/// Morse code.
pub(super) fn morse(text: &str, _: &Clues<'_>) -> Option<Replaced> {
    const MORSE: [(&str, char); 45] = [
        (".-", 'a'),
        ("-...", 'b'),
        ("-.-.", 'c'),
        ("-..", 'd'),
        (".", 'e'),
        ("..-.", 'f'),
        ("--.", 'g'),
        ("....", 'h'),
        ("..", 'i'),
        (".---", 'j'),
        ("-.-", 'k'),
        (".-..", 'l'),
        ("--", 'm'),
        ("-.", 'n'),
        ("---", 'o'),
        (".--.", 'p'),
        ("--.-", 'q'),
        (".-.", 'r'),
        ("...", 's'),
        ("-", 't'),
        ("..-", 'u'),
        ("...-", 'v'),
        (".--", 'w'),
        ("-..-", 'x'),
        ("-.--", 'y'),
        ("--..", 'z'),
        ("-----", '0'),
        (".----", '1'),
        ("..---", '2'),
        ("...--", '3'),
        ("....-", '4'),
        (".....", '5'),
        ("-....", '6'),
        ("--...", '7'),
        ("---..", '8'),
        ("----.", '9'),
        (".-.-.-", '.'),
        ("--..--", ','),
        ("..--..", '?'),
        ("-..-.", '/'),
        ("-....-", '-'),
        ("..--.-", '_'),
        (".--.-.", '@'),
        ("---...", ':'),
        ("/", ' '),
    ];
    if !text.contains(". ") || !text.contains("- ") {
        return None;
    }
    let (mut decoded, mut n, mut start, mut end) = (String::new(), 0, 0, 0);
    for word in text.split(' ') {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        match MORSE.iter().find(|(code, _)| *code == word) {
            Some((_, letter)) => {
                if n == 0 {
                    start = at;
                }
                (n, end) = (n + 1, at + word.len());
                decoded.push(*letter);
            }
            None if word.is_empty() || word == "|" => decoded.push(' '),
            None if n >= CODES_MIN => break,
            None => {
                decoded.clear();
                n = 0;
            }
        }
    }
    if n < CODES_MIN {
        return None;
    }
    super::replace(text, &[(start, end, decoded)])
}

/// Braille cells.
pub(super) fn braille_cells(text: &str, _: &Clues<'_>) -> Option<Replaced> {
    if text.is_ascii() {
        return None;
    }
    let decoded = crate::text::hidden::braille(text)?;
    Some(Replaced {
        text: decoded,
        start: 0,
        end: text.len(),
    })
}

/// Words so frequent that a text of instructions holds some of them.
const FREQUENT: &[&str] = &[
    "the",
    "and",
    "you",
    "all",
    "not",
    "this",
    "that",
    "with",
    "user",
    "your",
    "from",
    "tool",
    "read",
    "send",
    "file",
    "before",
    "tell",
    "every",
    "must",
    "previous",
    "ignore",
    "instructions",
    "about",
    "into",
    "always",
    "system",
    "include",
    "full",
    "conversation",
    "history",
    "never",
    "other",
    "call",
    "use",
    "calling",
    "using",
    "any",
    "them",
    "then",
    "first",
    "also",
    "contents",
    "content",
    "message",
    "messages",
    "secret",
    "without",
    "asking",
    "approval",
    "confirmation",
    "password",
    "credentials",
    "token",
    "key",
    "follow",
    "following",
    "developer",
    "mode",
    "prior",
    "rules",
    "their",
    "what",
    "when",
    "have",
    "will",
    "copy",
    "reply",
    "response",
    "answer",
    "verbatim",
    "data",
    "each",
    "anyone",
    "private",
    "hidden",
    "prompt",
    "reveal",
    "mention",
    "inform",
    "forward",
    "upload",
    "address",
    "bcc",
    "add",
    "new",
    "only",
    "forget",
    "disregard",
    "instruction",
    "tools",
    "whole",
    "entire",
];

/// Longest frequent word.
const WORD_BYTES_MAX: usize = 12;

/// Frequent words as they are, and with all letters moved so that the first is an `a`: what a letter shift leaves of a
/// word.
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words {
        plain: BTreeSet::new(),
        moved: BTreeMap::new(),
        ends: vec![false; 16 * 32 * 32],
        gaps: vec![false; 16 * 32 * 32],
    };
    for word in FREQUENT {
        let word = word.as_bytes();
        words.ends[ends(word.len(), letters(word).rev())] = true;
        words.gaps[gap(word)] = true;
        words.plain.insert(packed(letters(word)));
        words.moved.insert(moved(word), word[0]);
    }
    words
});

struct Words {
    plain: BTreeSet<u64>,
    /// The first letter that each had.
    moved: BTreeMap<u64, u8>,
    /// Lengths and last two letters, so that most words cost no lookup.
    ends: Vec<bool>,
    /// Lengths and distances of the first three letters, for the same reason.
    gaps: Vec<bool>,
}

impl Words {
    /// Which transformation a word of three letters or more went through: 0 is reversal, else the letter shift that undoes it.
    fn disguise(&self, word: &[u8]) -> Option<u8> {
        let n = if self.gaps[gap(word)]
            && let Some(&first) = self.moved.get(&moved(word))
        {
            distance(word[0], first)
        } else if self.ends[ends(word.len(), letters(word))] && self.plain.contains(&packed(letters(word).rev())) {
            0
        } else {
            return None;
        };
        (!self.plain.contains(&packed(letters(word)))).then_some(n)
    }
}

/// The letters of a word by number, from 1, whatever their case.
fn letters(word: &[u8]) -> impl DoubleEndedIterator<Item = u8> {
    word.iter().map(|letter| letter & 31)
}

/// How many letters the second stands behind the first.
fn distance(first: u8, second: u8) -> u8 {
    ((second & 31) + 26 - (first & 31)) % 26
}

/// The place of a length and the last two letters, the last one first.
fn ends(len: usize, mut last: impl Iterator<Item = u8>) -> usize {
    let mut letter = || usize::from(last.next().unwrap_or_default());
    len.min(15) * 1024 + letter() * 32 + letter()
}

fn gap(word: &[u8]) -> usize {
    let from_first = |letter: u8| usize::from(distance(word[0], letter));
    word.len().min(15) * 1024 + from_first(word[1]) * 32 + from_first(word[2])
}

/// A word as a number, quicker to compare than a text is. There is room for [`WORD_BYTES_MAX`] letters.
fn packed(letters: impl Iterator<Item = u8>) -> u64 {
    letters.fold(1, |all, letter| all << 5 | u64::from(letter))
}

/// All letters moved so that the first is an `a`.
fn moved(word: &[u8]) -> u64 {
    packed(word.iter().map(|letter| distance(word[0], *letter)))
}

fn shift(text: &str, n: u8) -> String {
    text.chars()
        .map(|c| match c {
            'a'..='z' => char::from((c as u8 - b'a' + n) % 26 + b'a'),
            'A'..='Z' => char::from((c as u8 - b'A' + n) % 26 + b'A'),
            c => c,
        })
        .collect()
}

/// Which transformation a text went through, by its frequent words: the most frequent answer, if it is clear.
pub(super) fn disguise(text: &str) -> Option<u8> {
    let mut counts = [(0usize, 0usize); 26];
    let words = text.as_bytes().split(|b| !b.is_ascii_alphabetic());
    for word in words.filter(|word| (3..=WORD_BYTES_MAX).contains(&word.len())) {
        if let Some(n) = WORDS.disguise(word) {
            counts[usize::from(n)].0 += 1;
            counts[usize::from(n)].1 += word.len();
        }
    }
    let (best, (n, letters)) = counts
        .iter()
        .enumerate()
        .max_by_key(|(_, (n, letters))| (*letters, *n))?;
    let named = |name: &str| {
        text.as_bytes()
            .windows(name.len())
            .any(|w| w.eq_ignore_ascii_case(name.as_bytes()))
    };
    if *n >= HINTS_MIN && *letters >= HINT_LETTERS_MIN {
        return u8::try_from(best).ok();
    }
    if named("rot13") || named("rot-13") {
        return Some(13);
    }
    None
}

/// A text in which every letter was moved by the same distance.
pub(super) fn shifted(text: &str, clues: &Clues<'_>) -> Option<Replaced> {
    let n = clues.disguise.filter(|n| *n > 0)?;
    Some(Replaced {
        text: shift(text, n),
        start: 0,
        end: text.len(),
    })
}

/// A text written backwards.
pub(super) fn reversed(text: &str, clues: &Clues<'_>) -> Option<Replaced> {
    clues.disguise.filter(|n| *n == 0)?;
    Some(Replaced {
        text: text.chars().rev().collect(),
        start: 0,
        end: text.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::{FREQUENT, WORDS, shift};

    #[test]
    fn frequent_words_are_known_in_every_disguise() {
        for word in FREQUENT {
            let backwards: String = word.chars().rev().collect();
            assert_eq!(WORDS.disguise(word.as_bytes()), None, "{word}");
            let found = WORDS.disguise(backwards.as_bytes());
            assert!(found.is_some() || FREQUENT.contains(&backwards.as_str()), "{word}");
            for n in 1..26 {
                let moved = shift(word, n);
                let undone = WORDS.disguise(moved.as_bytes()).map(|n| shift(&moved, n));
                assert!(
                    undone.is_some_and(|undone| FREQUENT.contains(&undone.as_str()))
                        || FREQUENT.contains(&moved.as_str())
                );
            }
        }
    }
}
