//! What a newer text has that the older one did not: instructions, links, places, names, secrets, hidden characters.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use mcpward_schemas::report::is_hidden;
use regex::Regex;

use super::paths;
use super::unify::loose;
use crate::drift::limits::{INTRODUCED_MAX, QUOTE_CHARS_MAX};

/// Kinds of thing that a text can introduce.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A sentence that tells the model what to do.
    Imperative,
    /// A link to a place that was not named before.
    Url,
    /// A place in a file system.
    Path,
    /// Another tool of the same server.
    Tool,
    /// A credential.
    Secret,
    /// A character that nobody sees.
    Invisible,
}

impl Kind {
    /// In words, after "introduces".
    pub fn words(self) -> &'static str {
        match self {
            Self::Imperative => "an instruction",
            Self::Url => "a link",
            Self::Path => "a path",
            Self::Tool => "another tool",
            Self::Secret => "a credential",
            Self::Invisible => "an invisible character",
        }
    }
}

/// One thing that a text introduces.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Introduced {
    /// What it is.
    pub kind: Kind,
    /// How it is written, cut to a readable length, hidden characters named.
    pub excerpt: String,
}

impl Introduced {
    /// Whether it is out of place even in a text that is new altogether: hidden characters, places of credentials, and
    /// sentences that override, hide or demand. Links, neighbours and plain advice are usual in a new text.
    pub(super) fn is_suspicious_alone(&self) -> bool {
        match self.kind {
            Kind::Invisible => true,
            Kind::Path => paths::is_credential(&self.excerpt),
            Kind::Imperative => COVERT.is_match(&self.excerpt),
            Kind::Url | Kind::Tool | Kind::Secret => false,
        }
    }
}

/// Names of the tools of a server, as other texts may mention them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names(BTreeSet<String>);

impl Names {
    /// Only names that no sentence has by chance count: with a mark or an inner capital.
    pub(crate) fn of(names: impl Iterator<Item = String>) -> Self {
        let is_distinct = |name: &String| {
            name.len() >= 4 && (name.contains(['_', '-', '.', '/']) || name.chars().skip(1).any(char::is_uppercase))
        };
        Self(names.filter(is_distinct).collect())
    }
}

/// A sentence that steers: to the model, about other calls, about the user, about what to hide.
static STEERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(ignore|disregard|forget|override)\b.{0,40}\b(previous|prior|above|earlier|instructions?|rules?|prompts?)\b",
        r"|\b(always|never|must(?: not)?|do not|don't|should (?:always|never)|be sure to|make sure (?:to|you)|remember to)\s+",
        r"(?:first\s+)?(call|use|run|invoke|send|read|include|pass|ask|tell|mention|show|reveal|inform|disclose|execute|open|fetch|upload|forward|copy|add|append|write|prefer|skip|report)\b",
        r"|\b(before|after|when|prior to|instead of)\s+(?:using|calling|running|invoking)\s+(?:this|any|the|other|another)\b",
        r"|\byou\s+(must|have to|need to|are required to|are now|shall)\b",
        r"|^\s*(?:<\s*)?(important|critical|mandatory|attention|urgent|system)\b\s*[:>!\-]",
        r"|\b(without|never)\s+(?:asking|telling|informing|notifying)\b",
        r"|\bfirst\s+(call|read|run|send|fetch|open|use|invoke)\b",
    ))
    .expect("the pattern is constant")
});

/// A sentence that no honest text needs: to override, to hide from the user, to demand a foreign step in capitals.
static COVERT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(ignore|disregard|forget|override)\b.{0,40}\b(previous|prior|above|earlier|system)\b.{0,20}\b(instructions?|rules?|prompts?|messages?)\b",
        r"|\b(do not|don't|never|without)\s+(?:ever\s+)?(tell|telling|mention|mentioning|show|showing|reveal|revealing|inform|informing|disclose|notify|notifying|asking)\b.{0,30}\b(user|human|anyone|anybody|them|this)\b",
        r"|^\s*(?:<\s*)?(important|critical|mandatory|urgent|system)\b\s*[:>!\-].*\b(read|send|pass|forward|upload|include|put|call|copy)\b",
    ))
    .expect("the pattern is constant")
});

static URL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)\b(?:[a-z][a-z0-9+.-]{1,15}://|www\.)[^\s<>"'`\\)\]}]+"#).expect("the pattern is constant")
});

static SECRET: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(api[ _-]?keys?|(?:access|auth|bearer|refresh|session|id|oauth)[ _-]?tokens?|passwords?|passphrases?|credentials?",
        r"|(?:client|shared)[ _-]?secrets?|secret[ _-]?keys?|private[ _-]?keys?|ssh[ _-]?keys?|seed[ _-]?phrases?|cookies?|one[- ]time codes?|2fa codes?)\b",
    ))
    .expect("the pattern is constant")
});

/// What `after` has and `before` had not, sorted by kind.
pub(super) fn introduced(before: &str, after: &str, names: &Names) -> Vec<Introduced> {
    let mut found = Vec::new();
    let mut news = |kind: Kind, old: BTreeMap<String, String>, new: BTreeMap<String, String>| {
        let new = new.into_iter().filter(|(key, _)| !old.contains_key(key));
        found.extend(new.take(INTRODUCED_MAX).map(|(_, excerpt)| Introduced {
            kind,
            excerpt: quoted(&excerpt),
        }));
    };
    news(
        Kind::Imperative,
        sentences(before),
        sentences(after)
            .into_iter()
            .filter(|(_, text)| STEERS.is_match(text))
            .collect(),
    );
    news(Kind::Url, urls(before), urls(after));
    news(Kind::Path, paths::paths(before), paths::paths(after));
    news(Kind::Tool, tools(before, names), tools(after, names));
    news(Kind::Secret, secrets(before), secrets(after));
    let old = invisible(before);
    for (c, n) in invisible(after) {
        if n > old.get(&c).copied().unwrap_or(0) {
            found.push(Introduced {
                kind: Kind::Invisible,
                excerpt: format!("U+{:04X}", u32::from(c)),
            });
        }
    }
    found
}

fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTE_CHARS_MAX).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    super::visible::visible(&short)
}

/// Sentences by their letters and digits only: punctuation and typography don't make one new.
fn sentences(text: &str) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    let mut add = |sentence: &str| {
        let sentence = sentence.trim();
        let key: String = loose(sentence)
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        if !key.is_empty() {
            out.insert(key, sentence.to_owned());
        }
    };
    for line in text.split(['\n', '\r']) {
        let mut start = 0;
        let mut chars = line.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let ends_word = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
            if matches!(c, '。' | '！' | '？') || (ends_word && matches!(c, '.' | '!' | '?' | ';')) {
                add(&line[start..at + c.len_utf8()]);
                start = at + c.len_utf8();
            }
        }
        add(&line[start..]);
    }
    out
}

/// Links by host and the first two steps of their path, digits folded: a newer version of the same page is no new place.
fn urls(text: &str) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    for found in URL.find_iter(text) {
        let url = found
            .as_str()
            .trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '_']);
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest).to_lowercase();
        let path = rest.split(['?', '#']).next().unwrap_or_default();
        let mut key = String::new();
        for step in path.split('/').take(3) {
            key.push('/');
            for c in step.chars() {
                match c {
                    '0'..='9' if key.ends_with('0') => {}
                    '0'..='9' => key.push('0'),
                    other => key.push(other),
                }
            }
        }
        out.insert(key.trim_end_matches('/').to_owned(), url.to_owned());
    }
    out
}

fn tools(text: &str, names: &Names) -> BTreeMap<String, String> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    text.split(|c| !is_word(c))
        .map(|word| word.trim_end_matches(['.', '-', '/']))
        .filter(|word| names.0.contains(*word))
        .map(|word| (word.to_owned(), word.to_owned()))
        .collect()
}

fn secrets(text: &str) -> BTreeMap<String, String> {
    SECRET
        .find_iter(text)
        .map(|found| {
            let key: String = found.as_str().to_lowercase().replace([' ', '_', '-'], "");
            (key.trim_end_matches('s').to_owned(), found.as_str().to_owned())
        })
        .collect()
}

/// Hidden characters and how often, but for those that a script or an emoji needs.
fn invisible(text: &str) -> BTreeMap<char, usize> {
    let mut out = BTreeMap::new();
    let mut last = '\0';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or('\0');
        let is_usual = match c {
            '\n' | '\r' | '\t' => true,
            '\u{fe0e}' | '\u{fe0f}' => is_pictograph(last) || last.is_ascii_digit() || matches!(last, '#' | '*'),
            '\u{200d}' => is_pictograph(next) || is_joining_script(last),
            '\u{200c}' => is_joining_script(last) && is_joining_script(next),
            _ => false,
        };
        if is_hidden(c) && !is_usual {
            *out.entry(c).or_insert(0) += 1;
        }
        last = c;
    }
    out
}

fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{a9}' | '\u{ae}' | '\u{203c}'..='\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

/// Arabic and the scripts of India and its neighbours, which join letters and sometimes must not.
fn is_joining_script(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{7ff}' | '\u{8a0}'..='\u{dff}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
}
