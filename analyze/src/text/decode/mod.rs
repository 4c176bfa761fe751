//! Other readings of a text: what it says once encodings, ciphers and spelling tricks are undone.
//!
//! Each reading is the whole text with the encoded parts replaced, so that a sentence that is only partly encoded is
//! read as one. Nothing is judged here: a reading counts only if a strong detector finds something in it.

mod blob;
mod cipher;
mod clues;
mod escape;
mod letters;
mod markup;

use clues::Clues;
pub(crate) use letters::latin_twin;
pub use letters::{HomoglyphWord, homoglyphs};

use super::lexicon::Lexicon;
use super::limits::{DECODE_DEPTH_MAX, VIEWS_BYTES_MAX, VIEWS_MAX};

/// One other reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// How it was won, outermost first: `base64 > rot13`.
    pub how: String,
    /// What it says.
    pub text: String,
    /// Byte range of the raw text that was decoded.
    pub start: usize,
    /// End of the range.
    pub end: usize,
    /// Whether words have lost their borders.
    pub loose: bool,
}

/// A decoder's answer: the text with decoded parts in place, and the range that they came from.
pub(super) struct Replaced {
    text: String,
    start: usize,
    end: usize,
}

type Decoder = fn(&str, &Clues<'_>) -> Option<Replaced>;

const DECODERS: &[(&str, Decoder)] = &[
    ("comments removed", markup::without_comments),
    ("html entities", escape::entities),
    ("percent", escape::percent),
    ("backslash escapes", escape::backslash),
    ("quoted-printable", escape::quoted_printable),
    ("base64", blob::base64),
    ("hex", blob::hex),
    ("base32", blob::base32),
    ("base85", blob::base85),
    ("binary digits", cipher::binary),
    ("character codes", cipher::codes),
    ("morse", cipher::morse),
    ("braille", cipher::braille_cells),
    ("letter shift", cipher::shifted),
    ("reversed", cipher::reversed),
    ("homoglyphs", letters::plain_homoglyphs),
    ("leet", letters::leet),
    ("joined words", letters::joined),
    ("spaced letters", letters::spaced),
];

/// A text still to be decoded: itself, how often it was decoded, where it stands in the raw text, and by which ways.
type Pending = (String, usize, Option<(usize, usize)>, String);

/// All other readings, and whether a bound cut them off.
pub fn readings(raw: &str, lexicon: &Lexicon) -> (Vec<Reading>, bool) {
    let mut found: Vec<Reading> = Vec::new();
    let mut bytes = 0;
    let mut queue: Vec<Pending> = vec![(raw.to_owned(), 0, None, String::new())];
    let mut next = 0;
    while next < queue.len() {
        let (text, depth, range, how) = queue[next].clone();
        next += 1;
        let clues = Clues::of(&text, lexicon);
        for (name, decoder) in DECODERS {
            let Some(replaced) = decoder(&text, &clues) else {
                continue;
            };
            if replaced.text == text || found.iter().any(|r| r.text == replaced.text) {
                continue;
            }
            bytes += replaced.text.len();
            if found.len() >= VIEWS_MAX || bytes > VIEWS_BYTES_MAX {
                return (found, true);
            }
            let (start, end) = range.unwrap_or((replaced.start, replaced.end));
            let how = if how.is_empty() {
                (*name).to_owned()
            } else {
                format!("{how} > {name}")
            };
            if depth + 1 < DECODE_DEPTH_MAX {
                queue.push((replaced.text.clone(), depth + 1, Some((start, end)), how.clone()));
            }
            found.push(Reading {
                how,
                text: replaced.text,
                start,
                end,
                loose: *name == "spaced letters",
            });
        }
    }
    (found, false)
}

/// Puts decoded parts in the place of ranges of a text; `None` where there is none.
pub(super) fn replace(text: &str, parts: &[(usize, usize, String)]) -> Option<Replaced> {
    let (first, last) = (parts.first()?, parts.last()?);
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (start, end, decoded) in parts {
        out.push_str(&text[from..*start]);
        out.push_str(decoded);
        from = *end;
    }
    out.push_str(&text[from..]);
    Some(Replaced {
        text: out,
        start: first.0,
        end: last.1,
    })
}

/// Whether bytes are text that a person could have written, and not the chance result of decoding a name.
pub(super) fn readable(bytes: Vec<u8>) -> Option<String> {
    let text = String::from_utf8(bytes).ok()?;
    let n = text.chars().count();
    let odd = text.chars().filter(|c| c.is_control() && !c.is_whitespace()).count();
    let plain = text
        .chars()
        .filter(|c| c.is_alphanumeric() || c.is_whitespace() || c.is_ascii_punctuation())
        .count();
    (n > 0 && odd == 0 && plain * 20 >= n * 17).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::super::embedded::embedded;
    use super::readings;

    fn texts(raw: &str) -> Vec<(String, String)> {
        let (found, cut) = readings(raw, &embedded().unwrap().lexicon);
        assert!(!cut);
        found.into_iter().map(|r| (r.how, r.text)).collect()
    }

    #[test]
    fn encodings_are_undone() {
        let cases = [
            (
                "do Z28gdGhyb3VnaCB0aGUgZ2F0ZQ== now",
                "base64",
                "do go through the gate now",
            ),
            ("676f207468726f756768 x", "hex", "go through x"),
            ("67 6f 20 74 68 72 6f 75 67 68", "hex", "go through"),
            ("M5XSA5DIOJXXKZ3IEB2GQZJAM5QXIZI=", "base32", "go through the gate"),
            ("a%20%67%6f%20now", "percent", "a go now"),
            ("&#103;&#x6f; on&period;", "html entities", "go on."),
            (r"\x67\x6f \u0067\u006f \147\157", "backslash escapes", "go go go"),
            ("=67=6F=20=6F=6E", "quoted-printable", "go on"),
            ("01100111 01101111 00100000 01101111 01101110", "binary digits", "go on"),
            (
                "tell gur hfre nyy lbh frr naq ernq",
                "letter shift",
                "gryy the user all you see and read",
            ),
            (
                "ecno ta resu eht llet dna eht daer",
                "reversed",
                "read the and tell the user at once",
            ),
            ("ig<!-- x -->nore it", "comments removed", "ignore it"),
            ("1gn0r3 th3 pr3v10us", "leet", "ignore the previous"),
            ("ignore_what_you_were_told", "joined words", "ignore what you were told"),
        ];
        for (raw, how, text) in cases {
            let found = texts(raw);
            assert!(found.contains(&(how.to_owned(), text.to_owned())), "{raw}: {found:?}");
        }
    }

    #[test]
    fn ordinary_text_has_one_reading() {
        for raw in [
            "Lists the issues of a repository, newest first.",
            "See https://docs.example.org/a/b?c=d&e=f for more.",
            "The id is 550e8400-e29b-41d4-a716-446655440000.",
            "Digest: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "getUserProfileInformation",
            "Cyrillic прилагательное and Latin",
        ] {
            assert_eq!(texts(raw), [], "{raw}");
        }
    }
}
