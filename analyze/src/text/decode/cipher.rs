//! Texts spelled in numbers, signals, shifted alphabets or backwards.

use std::collections::BTreeMap;
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
/// word. Sorted, each with the first letter that it had.
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut plain: Vec<&[u8]> = FREQUENT.iter().map(|word| word.as_bytes()).collect();
    plain.sort_unstable();
    let mut words = Words {
        plain,
        moved: BTreeMap::new(),
        ends: vec![false; 16 * 32 * 32],
        gaps: vec![false; 16 * 32],
    };
    for word in FREQUENT {
        let word = word.as_bytes();
        words.ends[ends(word)] = true;
        words.gaps[gap(word)] = true;
        words.moved.insert(moved(word), word[0]);
    }
    words
});

struct Words {
    plain: Vec<&'static [u8]>,
    moved: BTreeMap<[u8; WORD_BYTES_MAX], u8>,
    /// Lengths and last two letters, so that most words cost no lookup.
    ends: Vec<bool>,
    /// Lengths and distance of the first two letters, for the same reason.
    gaps: Vec<bool>,
}

impl Words {
    /// Which transformation a word went through: 0 is reversal, else the letter shift that undoes it.
    fn disguise(&self, word: &[u8]) -> Option<u8> {
        let is_plain = |word: &[u8]| self.plain.binary_search(&word).is_ok();
        let mut backwards = [0; WORD_BYTES_MAX];
        let backwards = &mut backwards[..word.len()];
        backwards.copy_from_slice(word);
        backwards.reverse();
        let n = if self.gaps[gap(word)]
            && let Some(&first) = self.moved.get(&moved(word))
        {
            (first + 26 - word[0]) % 26
        } else if self.ends[ends(backwards)] && is_plain(backwards) {
            0
        } else {
            return None;
        };
        (!is_plain(word)).then_some(n)
    }
}

fn ends(word: &[u8]) -> usize {
    let letter = |at: usize| usize::from(word[word.len() - at] & 31);
    word.len().min(15) * 1024 + letter(1) * 32 + letter(2)
}

fn gap(word: &[u8]) -> usize {
    word.len().min(15) * 32 + usize::from((word[1] + 26 - word[0]) % 26)
}

/// All letters moved so that the first is an `a`.
fn moved(word: &[u8]) -> [u8; WORD_BYTES_MAX] {
    let mut moved = [0; WORD_BYTES_MAX];
    for (to, letter) in moved.iter_mut().zip(word) {
        *to = b'a' + (letter + 26 - word[0]) % 26;
    }
    moved
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
        let mut lower = [0u8; WORD_BYTES_MAX];
        let lower = &mut lower[..word.len()];
        lower.copy_from_slice(word);
        lower.make_ascii_lowercase();
        if let Some(n) = WORDS.disguise(lower) {
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
