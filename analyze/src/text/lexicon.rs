//! Word classes: which words mean the same to a detector, in all languages, found in one pass.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use unicode_script::{Script, UnicodeScript};

use super::fold::spelling;
use super::phrases::Phrases;

/// Index of a word class.
pub type Class = u16;

/// Most word classes; a set of them is a [`Classes`].
pub const CLASSES_MAX: usize = 1024;

/// A set of word classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Classes([u64; CLASSES_MAX / 64]);

impl Default for Classes {
    fn default() -> Self {
        Self([0; CLASSES_MAX / 64])
    }
}

impl Classes {
    /// Adds a class.
    pub fn insert(&mut self, class: Class) {
        self.0[usize::from(class) / 64] |= 1 << (class % 64);
    }

    /// Whether the class is in the set.
    pub fn has(&self, class: Class) -> bool {
        self.0[usize::from(class) / 64] & (1 << (class % 64)) != 0
    }
}

/// One word or phrase of a class, as found in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// Its class.
    pub class: Class,
    /// First byte in the view.
    pub start: u32,
    /// Byte after the last one.
    pub end: u32,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Entry {
    class: Class,
    /// The phrase must not continue a word to its left.
    left: bool,
    /// The phrase, which starts with a sign, must continue a word.
    continues: bool,
    /// The phrase must end where the word ends.
    right: bool,
    /// The hit goes on to the end of the word, or of the run without blanks.
    extends: bool,
}

/// All word classes and their words.
#[derive(Debug, Serialize, Deserialize)]
pub struct Lexicon {
    classes: BTreeMap<String, Class>,
    /// Phrases that only start where a word does.
    bordered: Phrases<Entry>,
    /// Phrases that may start anywhere.
    open: Phrases<Entry>,
    /// Whether none of these starts with a letter or digit of ASCII, so that the inside of such words need not be looked at.
    is_closed: bool,
}

/// Collects word classes before the tables are made.
#[derive(Debug, Default)]
pub struct Builder {
    classes: BTreeMap<String, Class>,
    phrases: BTreeMap<String, Vec<Entry>>,
}

impl Builder {
    /// The class of that name, new where there is none yet.
    ///
    /// # Errors
    /// Where there are more than [`CLASSES_MAX`].
    pub fn class(&mut self, name: &str) -> Result<Class, String> {
        if let Some(class) = self.classes.get(name) {
            return Ok(*class);
        }
        if self.classes.len() >= CLASSES_MAX {
            return Err(format!("more than {CLASSES_MAX} word classes"));
        }
        let class = Class::try_from(self.classes.len()).unwrap_or_default();
        self.classes.insert(name.to_owned(), class);
        Ok(class)
    }

    /// The class of that name, where there is one.
    pub fn known(&self, name: &str) -> Option<Class> {
        self.classes.get(name).copied()
    }

    /// How many words each class has.
    pub fn n_words(&self) -> Vec<usize> {
        let mut n_words = vec![0; self.classes.len()];
        for entry in self.phrases.values().flatten() {
            n_words[usize::from(entry.class)] += 1;
        }
        n_words
    }

    /// Adds a word or phrase. `*` at an end leaves the word open there.
    ///
    /// # Errors
    /// Where nothing is left of it.
    pub fn add(&mut self, class: Class, phrase: &str) -> Result<(), String> {
        let open_left = phrase.starts_with('*');
        let open_right = phrase.len() > 1 && phrase.ends_with('*');
        let body = phrase.strip_prefix('*').unwrap_or(phrase);
        let body = if open_right {
            body.strip_suffix('*').unwrap_or(body)
        } else {
            body
        };
        // A blank before the star closes the word: `curl *` is the word `curl` and more.
        let open_right = open_right && !body.ends_with(' ');
        let text = spelling(body);
        let (Some(first), Some(last)) = (text.chars().next(), text.chars().next_back()) else {
            return Err(format!("empty phrase {phrase:?}"));
        };
        let entry = Entry {
            class,
            left: !open_left && is_word(first) && !is_unspaced(first),
            continues: open_left && !is_word(first),
            right: !open_right && is_word(last) && !is_unspaced(last),
            extends: open_right,
        };
        self.phrases.entry(text).or_default().push(entry);
        Ok(())
    }

    /// The finished lexicon.
    pub fn build(self) -> Lexicon {
        let (bordered, open) = self
            .phrases
            .into_iter()
            .partition(|(_, entries)| entries.iter().all(|entry| entry.left));
        let open = Phrases::new(open);
        let mut inner = (0..=u8::MAX).filter(u8::is_ascii_alphanumeric);
        Lexicon {
            classes: self.classes,
            bordered: Phrases::new(bordered),
            is_closed: inner.all(|byte| open.is_without(byte)),
            open,
        }
    }
}

impl Lexicon {
    /// The class of that name.
    pub fn class(&self, name: &str) -> Option<Class> {
        self.classes.get(name).copied()
    }

    /// Whether the word, folded, stands in a class.
    pub fn knows(&self, word: &str) -> bool {
        self.has(word) || (word.len() > 4 && word.ends_with('s') && self.has(&word[..word.len() - 1]))
    }

    fn has(&self, word: &str) -> bool {
        let is_word = word.bytes().all(|b| b.is_ascii_alphabetic());
        let entries = || self.bordered.get(word).iter().chain(self.open.get(word));
        is_word && entries().any(|entry| entry.left)
    }

    /// All words of all classes, sorted by where they start. With `loose`, words need no borders.
    pub fn hits(&self, text: &str, loose: bool) -> Vec<Hit> {
        // In prose about every second word is in a class.
        let mut hits = Vec::with_capacity(text.len() / 8 + 4);
        let mut in_word = false;
        let mut start = 0;
        while let Some(c) = text[start..].chars().next() {
            let n_before = hits.len();
            let mut tell = |len: usize, entries: &[Entry]| {
                let end = start + len;
                let after = text[end..].chars().next();
                for entry in entries {
                    let left = if entry.continues {
                        in_word
                    } else {
                        !entry.left || loose || !in_word
                    };
                    let right = !entry.right || loose || !after.is_some_and(is_word);
                    if left && right {
                        let end = if entry.extends { extend(text, end) } else { end };
                        hits.push(Hit {
                            class: entry.class,
                            start: to_u32(start),
                            end: to_u32(end),
                        });
                    }
                }
            };
            let rest = &text.as_bytes()[start..];
            if loose || !in_word {
                self.bordered.at(rest, &mut tell);
            }
            self.open.at(rest, &mut tell);
            if hits.len() > n_before + 1 {
                hits[n_before..].sort_unstable_by_key(|hit| (hit.end, hit.class));
            }
            in_word = is_word(c);
            start += c.len_utf8();
            if in_word && self.is_closed && !loose {
                let inside = text.as_bytes()[start..].iter();
                start += inside.take_while(|byte| byte.is_ascii_alphanumeric()).count();
            }
        }
        hits
    }
}

/// Bytes that an open end may take in: longer than any word, shorter than a text.
const EXTENSION_BYTES_MAX: usize = 256;

/// The end of the word, or of the run without blanks where the phrase ends in a sign.
fn extend(text: &str, end: usize) -> usize {
    let in_word = text[..end].chars().next_back().is_some_and(is_word);
    let mut stop = end;
    for c in text[end..].chars() {
        let goes_on = if in_word {
            is_word(c)
        } else {
            !c.is_whitespace() && !matches!(c, '"' | '<' | '>' | ')' | '`' | '\'')
        };
        if !goes_on || stop - end > EXTENSION_BYTES_MAX {
            break;
        }
        stop += c.len_utf8();
    }
    stop
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Letters, digits and `_`: what names are made of, so that `user_id` holds no `user`.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || !c.is_ascii() && is_mark(c)
}

/// Marks that belong to the letter before them, such as the virama of Indic scripts.
fn is_mark(c: char) -> bool {
    use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
    c.general_category_group() == GeneralCategoryGroup::Mark
}

/// Scripts written without blanks between words, and Hangul, whose particles stick to words.
pub fn is_unspaced(c: char) -> bool {
    !c.is_ascii()
        && matches!(
            c.script(),
            Script::Han
                | Script::Hiragana
                | Script::Katakana
                | Script::Hangul
                | Script::Thai
                | Script::Lao
                | Script::Khmer
                | Script::Myanmar
        )
}

#[cfg(test)]
mod tests {
    use super::Builder;

    #[test]
    fn borders_and_open_ends() {
        let mut builder = Builder::default();
        let class = builder.class("c").unwrap();
        for phrase in ["tool", "ignor*", "*prompt", "do not", "用户", "https://*"] {
            builder.add(class, phrase).unwrap();
        }
        let lexicon = builder.build();
        let found = |text: &str, loose| {
            lexicon
                .hits(text, loose)
                .iter()
                .map(|h| text[h.start as usize..h.end as usize].to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(found("tool tools _tool tool.", false), ["tool", "tool"]);
        assert_eq!(
            found("ignoring metaprompt do not", false),
            ["ignoring", "prompt", "do not"]
        );
        assert_eq!(found("告诉用户吧", false), ["用户"]);
        assert_eq!(found("see https://a.example/x?y now", false), ["https://a.example/x?y"]);
        assert_eq!(found("xtoolx", false), Vec::<String>::new());
        assert_eq!(found("xtoolx", true), ["tool"]);
    }
}
